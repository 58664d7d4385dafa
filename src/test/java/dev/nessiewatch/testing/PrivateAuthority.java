// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate authority that nobody knows, and the certificate that it gave to this machine. Made by keytool. */
public final class PrivateAuthority {
    /** Of both stores. */
    public static final String PASSWORD = "changeit";

    private final Path folder;

    private PrivateAuthority(Path folder) {
        this.folder = folder;
    }

    /** Makes one in a folder. */
    public static PrivateAuthority in(Path folder) throws IOException, InterruptedException {
        PrivateAuthority authority = new PrivateAuthority(Files.createDirectories(folder));
        List<String> key = List.of("-keyalg", "EC", "-validity", "2", "-storetype", "PKCS12");
        authority.tool("ca.p12", "-genkeypair", key, "-alias", "ca", "-dname", "CN=Own authority", "-ext", "bc:c");
        authority.tool("ca.p12", "-exportcert", List.of("-rfc"), "-alias", "ca", "-file", "ca.pem");
        authority.tool("server.p12", "-genkeypair", key, "-alias", "server", "-dname", "CN=localhost");
        authority.tool("server.p12", "-certreq", List.of(), "-alias", "server", "-file", "server.csr");
        authority.tool(
                "ca.p12",
                "-gencert",
                List.of("-rfc", "-ext", "san=ip:127.0.0.1,dns:localhost"),
                "-alias",
                "ca",
                "-infile",
                "server.csr",
                "-outfile",
                "server.pem");
        authority.tool("server.p12", "-importcert", List.of("-noprompt"), "-alias", "ca", "-file", "ca.pem");
        authority.tool("server.p12", "-importcert", List.of("-noprompt"), "-alias", "server", "-file", "server.pem");
        authority.tool("trust.p12", "-importcert", List.of("-noprompt"), "-alias", "ca", "-file", "ca.pem");
        return authority;
    }

    /** The server's key and chain. */
    public Path keyStore() {
        return folder.resolve("server.p12");
    }

    /** The authority's certificate as PEM. */
    public Path certificate() {
        return folder.resolve("ca.pem");
    }

    /** The authority's certificate as a trust store. */
    public Path trustStore() {
        return folder.resolve("trust.p12");
    }

    /** What makes a server of this JVM show the certificate. */
    public SSLContext context() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore())) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private void tool(String store, String what, List<String> options, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                what,
                "-keystore",
                store,
                "-storepass",
                PASSWORD));
        command.addAll(options);
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(what + " failed: " + Files.readString(folder.resolve("keytool.log")));
        }
    }
}
