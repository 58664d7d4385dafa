// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.nessiewatch.launch.WorkflowParameters;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.PrivateAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;

/** The packaged service creates a Workflow in a cluster whose certificate only its own authority vouches for. */
class WorkflowIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** What is sent, byte by byte, but for ids, times and the words of why. */
    private static final String SENT =
            "{'apiVersion':'argoproj.io/v1alpha1','kind':'Workflow','metadata':{'name':'<run>','labels':"
                    + "{'app.kubernetes.io/managed-by':'nessiewatch','nessiewatch.dev/table-id':'<table>','nessiewatch.dev/order':'<order>',"
                    + "'nessiewatch.dev/mode':'expire'},'annotations':{'nessiewatch.dev/order-id':'<order>','nessiewatch.dev/table':"
                    + "'ns.\\'daily ü\\'','nessiewatch.dev/why':'<why>'}},'spec':{'workflowTemplateRef':{'name':"
                    + "'iceberg-expire-snapshots'},'arguments':{'parameters':[{'name':'mode','value':'expire'},{'name':'order-id','value':"
                    + "'<order>'},{'name':'reference','value':'main'},{'name':'content-id','value':'<content>'},{'name':'uuid','value':'u'},"
                    + "{'name':'table','value':'WyJucyIsImRhaWx5IMO8Il0'},{'name':'table-id','value':'<table>'},{'name':'older-than-ms',"
                    + "'value':'<ms>'},{'name':'retain-last','value':'1'},{'name':'predicted-removed','value':'<n>'},{'name':"
                    + "'commit-before-ms','value':'<ms>'},{'name':'driver-memory','value':'<n>g'},{'name':'max-result-size','value':'<n>g'},"
                    + "{'name':'pod-memory','value':'<n>Gi'}]}}}";

    @TempDir
    Path folder;

    private final List<String> created = new CopyOnWriteArrayList<>();

    @Test
    void ordersOneRunOfATableThatIsOverItsLimit() throws Exception {
        PrivateAuthority authority = PrivateAuthority.in(folder.resolve("keys"));
        HttpsServer cluster = cluster(authority);
        try (LocalNessie nessie = LocalNessie.start();
                LocalKafka kafka = LocalKafka.start()) {
            String content = commitALongTable(nessie.uri());
            List<String> properties = List.of(
                    "kafka.bootstrap.servers=" + kafka.bootstrapServers(),
                    "nessiewatch.nessie.uri=" + nessie.uri(),
                    "nessiewatch.watch.period=1s",
                    "nessiewatch.service.period=1s",
                    "nessiewatch.policy.weekly.schedule=" + inThreeDays(),
                    "nessiewatch.launch.mode=argo",
                    "nessiewatch.launch.argo.namespace=jobs",
                    "nessiewatch.launch.argo.cron-workflow=",
                    "quarkus.kubernetes-client.api-server-url=https://127.0.0.1:"
                            + cluster.getAddress().getPort(),
                    "quarkus.kubernetes-client.ca-cert-file=" + authority.certificate(),
                    "quarkus.kubernetes-client.token=of-the-service");
            try (ServiceProcess service = ServiceProcess.start(folder, properties)) {
                service.await("Workflow", PATIENCE, () -> !created.isEmpty());
                service.await(
                        "open run",
                        PATIENCE,
                        () -> service.get("/q/metrics").body().contains("nessiewatch_runs_open 1.0"));
                assertThat(service.get("/q/health/ready").body()).contains("\"kubernetes\": \"ok\"");
            }
            assertThat(created).hasSize(1);
            assertThat(withoutIds(created.get(0), content)).isEqualTo(SENT.replace('\'', '"'));
        } finally {
            cluster.stop(0);
        }
    }

    private static String withoutIds(String json, String content) {
        return json.replace(content, "<content>")
                .replaceFirst("(\"metadata\":\\{\"name\":\")[a-z0-9-]{1,63}", "$1<run>")
                .replaceFirst("(dev/why\":\")(?:[^\"\\\\]|\\\\.)+", "$1<why>")
                .replaceAll("((?:dev/order|dev/order-id|\"order-id\",\"value)\":\")[A-Za-z0-9-]+", "$1<order>")
                .replaceAll("((?:table-id|\"table-id\",\"value)\":\")[0-9a-f]{16}", "$1<table>")
                .replaceAll("-ms\",\"value\":\"\\d{13}\"", "-ms\",\"value\":\"<ms>\"")
                .replaceAll("(predicted-removed\",\"value\":\")\\d+", "$1<n>")
                .replaceAll("\"value\":\"\\d+(Gi?|g)\"", "\"value\":\"<n>$1\"");
    }

    /** A moment of the week that is not near. */
    private static String inThreeDays() {
        return "0 3 * * "
                + java.time.ZonedDateTime.now(java.time.ZoneOffset.UTC)
                                .plusDays(3)
                                .getDayOfWeek()
                                .getValue()
                        % 7;
    }

    private String commitALongTable(URI nessie) throws Exception {
        MetadataFile file = MetadataFile.of("u");
        Instant begin = Instant.now().minus(Duration.ofDays(20));
        for (int i = 0; i < 600; i++) {
            file.append(begin.plus(Duration.ofMinutes(48).multipliedBy(i)));
        }
        String location = file.write(folder.resolve("00600-x.metadata.json"));
        ContentKey key = ContentKey.of("ns", "daily ü");
        try (NessieApiV2 api = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(nessie)
                .build(NessieApiV2.class)) {
            api.commitMultipleOperations()
                    .branch((Branch) api.getReference().refName("main").get())
                    .commitMeta(CommitMeta.fromMessage("test"))
                    .operation(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")))
                    .operation(Operation.Put.of(key, IcebergTable.of(location, file.currentId(), 0, 0, 0)))
                    .commit();
            return String.valueOf(Objects.requireNonNull(
                            api.getContent().refName("main").key(key).get().get(key))
                    .getId());
        }
    }

    private HttpsServer cluster(PrivateAuthority authority) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(authority.context()));
        server.createContext("/apis/argoproj.io/v1alpha1/namespaces/jobs/", this::answer);
        server.start();
        return server;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean known =
                    "Bearer of-the-service".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            boolean create = exchange.getRequestMethod().equals("POST");
            if (known && create && !exchange.getRequestURI().getQuery().contains("dryRun")) {
                created.add(body);
            }
            byte[] said = (create
                            ? body
                            : exchange.getRequestURI().getPath().contains("/workflowtemplates/")
                                    ? template()
                                    : created.get(0))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(known ? create ? 201 : 200 : 401, said.length);
            exchange.getResponseBody().write(said);
        }
    }

    private static String template() {
        return WorkflowParameters.NAMES.stream()
                .map(name -> "{\"name\":\"" + name + "\"}")
                .collect(Collectors.joining(",", "{\"spec\":{\"arguments\":{\"parameters\":[", "]}}}"));
    }
}
