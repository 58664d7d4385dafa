// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.dashboard;

import dev.nessiewatch.dashboard.WhyAnswer.Answer;
import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Pause;
import dev.nessiewatch.lake.TableId;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.common.annotation.Blocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The read-only page at {@code /} and its data at {@code /api/tables}. */
@Path("/")
@Blocking
public class TablesResource {
    private static final int SHOWN = 500;

    private final Board board;

    public TablesResource(Board board) {
        this.board = board;
    }

    /** Every watched table with its last decision, longest list first. Each row is made when it is written, so none is kept. */
    @GET
    @Path("api/tables")
    @Produces(MediaType.APPLICATION_JSON)
    public List<TableRow> tables() {
        List<Board.Row> rows = board.rows();
        return new AbstractList<>() {
            @Override
            public TableRow get(int index) {
                return TableRow.of(rows.get(index));
            }

            @Override
            public int size() {
                return rows.size();
            }
        };
    }

    /** One table, by content id and branch; 404 when nothing was decided about it. */
    @GET
    @Path("api/tables/{id: .+}")
    @Produces(MediaType.APPLICATION_JSON)
    public Response table(@PathParam("id") String id) {
        int at = id.indexOf('@');
        Optional<TableRow> row = at <= 0 || at == id.length() - 1
                ? Optional.empty()
                : board.row(new TableId(id.substring(0, at), id.substring(at + 1)))
                        .map(TableRow::of);
        return row.map(found -> Response.ok(found).build())
                .orElseGet(() -> Response.status(Response.Status.NOT_FOUND).build());
    }

    /** What operators paused, everything first. */
    @GET
    @Path("api/pauses")
    @Produces(MediaType.APPLICATION_JSON)
    public List<PauseRow> pauses() {
        return board.pauses().stream().map(PauseRow::of).toList();
    }

    /**
     * Why a table is launched or held, in plain lines.
     *
     * @param table display name, as it is shown everywhere
     * @param reference branch; may be left out when only one branch has such a table
     */
    @GET
    @Path("api/why")
    @Produces(MediaType.TEXT_PLAIN)
    public Response why(
            @QueryParam("table") @Nullable String table, @QueryParam("reference") @Nullable String reference) {
        Answer answer = WhyAnswer.of(board, table, reference);
        return Response.status(answer.status())
                .type("text/plain;charset=UTF-8")
                .entity(answer.text())
                .build();
    }

    /** The longest lists as a page for people. */
    @GET
    @Produces(MediaType.TEXT_HTML)
    public TemplateInstance page() {
        List<Board.Row> rows = board.rows();
        return Templates.tables(
                rows.stream().limit(SHOWN).map(TableRow::of).toList(),
                Math.max(0, rows.size() - SHOWN),
                board.pauses().stream().map(Pause::text).toList());
    }

    /** Templates under {@code src/main/resources/templates/TablesResource}. */
    @CheckedTemplate
    static final class Templates {
        private Templates() {}

        static native TemplateInstance tables(List<TableRow> rows, int more, List<String> pauses);
    }
}
