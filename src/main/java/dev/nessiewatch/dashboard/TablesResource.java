// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.dashboard;

import dev.nessiewatch.decide.Board;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The read-only page at {@code /} and its data at {@code /api/tables}. */
@Path("/")
@Blocking
public class TablesResource {
    private final Board board;

    public TablesResource(Board board) {
        this.board = board;
    }

    /** Every watched table with its last decision, longest list first. */
    @GET
    @Path("api/tables")
    @Produces(MediaType.APPLICATION_JSON)
    public List<TableRow> tables() {
        return board.rows().stream().map(TableRow::of).toList();
    }

    /** The same as a page for people. */
    @GET
    @Produces(MediaType.TEXT_HTML)
    public TemplateInstance page() {
        return Templates.tables(tables());
    }

    /** Templates under {@code src/main/resources/templates/TablesResource}. */
    @CheckedTemplate
    static final class Templates {
        private Templates() {}

        static native TemplateInstance tables(List<TableRow> rows);
    }
}
