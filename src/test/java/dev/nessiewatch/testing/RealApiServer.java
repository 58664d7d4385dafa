// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real etcd and kube-apiserver, started from the binaries in {@code KUBE_API_TEST_DIR}; nothing is downloaded. There are no
 * controllers, no nodes and no Argo: what is stored stays as it is. RBAC is on, and so is every admission plugin that is on
 * by default, but the one that gives pods the token of their service account.
 */
public final class RealApiServer implements AutoCloseable {
    private static final int STARTS_WITHIN_MS = 120_000;

    private final KubeAPIServer server;
    private final Thread atExit;
    private final Path folder;
    private final ApiCaller admin;
    private final int minor;
    private final Map<Object, Object> prepared = new ConcurrentHashMap<>();

    private RealApiServer(KubeAPIServer server, Thread atExit, Path folder) {
        this.server = server;
        this.folder = folder;
        this.atExit = atExit;
        this.admin = new ApiCaller(adminConfig());
        this.minor = minor(admin.get("version").orFail());
    }

    /** By the whole version, such as {@code v1.34.1}: the field for the minor one is empty in some builds. */
    private static int minor(JsonNode version) {
        Matcher matcher = Pattern.compile("v1\\.(\\d+).*")
                .matcher(version.path("gitVersion").asText());
        if (!matcher.matches()) {
            throw new IllegalStateException("No version of Kubernetes 1: " + version);
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** Starts one; it, or what there is of it when it cannot be started, ends with this JVM at the latest. */
    static RealApiServer start() {
        KubeAPIServer server = new KubeAPIServer(KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withOfflineMode(true)
                .withStartupTimeout(STARTS_WITHIN_MS)
                .build());
        Thread atExit = new Thread(server::stop, "end-api-server");
        Runtime.getRuntime().addShutdownHook(atExit);
        try {
            server.start();
            Path folder = Files.createDirectories(Path.of("target/real-api-server"));
            Files.writeString(folder.resolve("kubeconfig"), server.getKubeConfigYaml());
            return new RealApiServer(server, atExit, folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Skips the test on a server that is older than what it is about. */
    public void requireMinor(int least, String what) {
        assumeTrue(
                minor >= least,
                () -> what + " needs Kubernetes 1." + least + "; the server in KUBE_API_TEST_DIR is 1." + minor);
    }

    /** Who may do everything. */
    public ApiCaller admin() {
        return admin;
    }

    /** Requests with a token of a service account, as a pod of it makes them. The caller closes it. */
    public ApiCaller as(String namespace, String serviceAccount) {
        return new ApiCaller(configOf(namespace, serviceAccount));
    }

    /** How a pod of a service account reaches the server. */
    public Config configOf(String namespace, String serviceAccount) {
        ApiCaller.Reply reply = admin.post(
                "api/v1/namespaces/" + namespace + "/serviceaccounts/" + serviceAccount + "/token",
                Map.of("apiVersion", "authentication.k8s.io/v1", "kind", "TokenRequest", "spec", Map.of()));
        return withToken(reply.orFail().at("/status/token").asText());
    }

    /** How the administrator reaches the server. */
    public Config adminConfig() {
        return Config.fromKubeconfig(server.getKubeConfigYaml());
    }

    /** How a program with this token reaches the server. */
    public Config withToken(String token) {
        Config config = adminConfig();
        config.setClientCertFile(null);
        config.setClientCertData(null);
        config.setClientKeyFile(null);
        config.setClientKeyData(null);
        config.setOauthToken(token);
        return config;
    }

    /**
     * Runs kubectl as the administrator and returns what it prints.
     *
     * @throws AssertionError when it does not end well, with what it said
     */
    public String kubectl(String... arguments) {
        List<String> all = new ArrayList<>(
                List.of("--kubeconfig", folder.resolve("kubeconfig").toString(), "--cache-dir", folder + "/cache"));
        all.addAll(Arrays.asList(arguments));
        return Tool.KUBECTL.run(all.toArray(String[]::new));
    }

    /** Whether a kind is served, by its group and version. */
    public boolean serves(JsonNode document) {
        String apiVersion = document.path("apiVersion").asText();
        ApiCaller.Reply kinds = admin.get((apiVersion.contains("/") ? "apis/" : "api/") + apiVersion);
        return kinds.code() == 200
                && kinds.body()
                        .path("resources")
                        .findValuesAsText("kind")
                        .contains(document.path("kind").asText());
    }

    /** What is set up once for all tests of the run. */
    public <T> T once(Class<T> type, Object name, Function<RealApiServer, T> setUp) {
        return type.cast(prepared.computeIfAbsent(name, missing -> setUp.apply(this)));
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        admin.close();
        server.stop();
    }
}
