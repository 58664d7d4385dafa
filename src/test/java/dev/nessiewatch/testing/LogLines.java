// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a class logs while this is open. */
public final class LogLines extends Handler implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    public LogLines(Class<?> source) {
        this.logger = Logger.getLogger(source.getName());
        logger.addHandler(this);
    }

    /** Level and text of each line so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void publish(LogRecord logged) {
        Object[] values = logged.getParameters();
        String text = logged.getMessage();
        lines.add(logged.getLevel() + " " + (values == null ? text : String.format(text, values)));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
