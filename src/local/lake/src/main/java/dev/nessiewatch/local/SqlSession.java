// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.spark.sql.SparkSession;

/**
 * Runs SQL for its parent: one statement a line in, one JSON line out, in order. An answer is {@code
 * {"ok":true,"rows":[{"column":value,…},…]}} or {@code {"ok":false,"error":"…"}}.
 */
public final class SqlSession {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SqlSession() {}

    public static void main(String[] arguments) {
        Child child = Child.takeOutput();
        try {
            SparkSession session = Lake.open(arguments);
            child.ready("lake");
            child.listen(statement -> child.say(answer(session, statement).toString()));
        } catch (RuntimeException e) {
            Child.fail("Spark did not start", e);
        }
    }

    private static ObjectNode answer(SparkSession session, String statement) {
        ObjectNode answer = JSON.createObjectNode();
        try {
            ArrayNode rows = JSON.createArrayNode();
            for (String row : session.sql(statement).toJSON().collectAsList()) {
                rows.add(JSON.readTree(row));
            }
            return answer.put("ok", true).set("rows", rows);
        } catch (Exception e) {
            // Spark throws checked exceptions that Java does not see; any of them is the statement's answer.
            return answer.put("ok", false).put("error", reason(e));
        }
    }

    private static String reason(Exception e) {
        StringBuilder reason = new StringBuilder(e.toString());
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            reason.append(" <- ").append(cause);
        }
        return reason.toString();
    }
}
