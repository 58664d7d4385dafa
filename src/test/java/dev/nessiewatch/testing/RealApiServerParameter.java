// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts one API server for all test classes that ask for it, and ends it after the last test of the run. */
final class RealApiServerParameter implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == RealApiServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.GLOBAL)
                .computeIfAbsent(Started.class, type -> Started.now(), Started.class)
                .server();
    }

    /** One server, or why there is none: it is not tried again for each test. */
    private record Started(
            @Nullable RealApiServer running, @Nullable RuntimeException failure) implements AutoCloseable {
        static Started now() {
            try {
                return new Started(RealApiServer.start(), null);
            } catch (RuntimeException | AssertionError e) {
                return new Started(
                        null, new IllegalStateException("No API server from the binaries in KUBE_API_TEST_DIR", e));
            }
        }

        RealApiServer server() {
            if (failure != null) {
                throw failure;
            }
            return Objects.requireNonNull(running);
        }

        @Override
        public void close() {
            if (running != null) {
                running.close();
            }
        }
    }
}
