// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.net.URI;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.message.DeflateEncoder;
import org.glassfish.jersey.message.GZipEncoder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.filter.EncodingFilter;
import org.jboss.weld.environment.se.Weld;
import org.projectnessie.jaxrs.ext.AuthorizerExtension;
import org.projectnessie.jaxrs.ext.ContextPrincipalExtension;
import org.projectnessie.jaxrs.ext.PrincipalSecurityContext;
import org.projectnessie.jaxrs.ext.ServerConfigExtension;
import org.projectnessie.jaxrs.ext.VersionStoreImplExtension;
import org.projectnessie.services.authz.AbstractBatchAccessChecker;
import org.projectnessie.services.impl.ConfigApiImpl;
import org.projectnessie.services.impl.TreeApiImpl;
import org.projectnessie.services.rest.AccessCheckExceptionMapper;
import org.projectnessie.services.rest.BackendLimitExceededExceptionMapper;
import org.projectnessie.services.rest.RestConfigResource;
import org.projectnessie.services.rest.RestContentResource;
import org.projectnessie.services.rest.RestDiffResource;
import org.projectnessie.services.rest.RestNamespaceResource;
import org.projectnessie.services.rest.RestTreeResource;
import org.projectnessie.services.rest.RestV2ConfigResource;
import org.projectnessie.services.rest.RestV2TreeResource;
import org.projectnessie.services.rest.converters.ContentKeyParamConverterProvider;
import org.projectnessie.services.rest.converters.NamespaceParamConverterProvider;
import org.projectnessie.services.rest.converters.ReferenceTypeParamConverterProvider;
import org.projectnessie.services.rest.exceptions.ConstraintViolationExceptionMapper;
import org.projectnessie.services.rest.exceptions.NessieExceptionMapper;
import org.projectnessie.services.rest.exceptions.NessieJaxRsJsonMappingExceptionMapper;
import org.projectnessie.services.rest.exceptions.NessieJaxRsJsonParseExceptionMapper;
import org.projectnessie.services.rest.exceptions.NotSupportedExceptionMapper;
import org.projectnessie.services.rest.exceptions.ValidationExceptionMapper;
import org.projectnessie.versioned.storage.common.config.StoreConfig;
import org.projectnessie.versioned.storage.common.logic.Logics;
import org.projectnessie.versioned.storage.common.persist.Backend;
import org.projectnessie.versioned.storage.common.persist.BackendFactory;
import org.projectnessie.versioned.storage.common.persist.Persist;
import org.projectnessie.versioned.storage.common.persist.PersistLoader;

/**
 * Nessie's own REST services on a store in memory, with the branch {@code main}: {@code LocalNessie [--port N]}. The line
 * {@code cut HEAD OLDEST} on standard input cuts a branch's history off before the commit OLDEST; answered by {@code CUT n}.
 */
public final class LocalNessie {
    private LocalNessie() {}

    public static void main(String[] arguments) {
        Child child = Child.takeOutput();
        Persist store = store();
        obey(child, new CutHistory(store));
        try {
            int port = Child.port(Integer.parseInt(Child.option(arguments, "port", "0")));
            provide(store);
            HttpServer server = serve(URI.create("http://127.0.0.1:" + port + "/"));
            child.ready("http://127.0.0.1:" + port + "/api/v2");
            Thread.currentThread().join();
            server.shutdownNow();
        } catch (Exception e) {
            Child.fail("Nessie did not start", e);
        }
    }

    private static void obey(Child child, CutHistory history) {
        Thread thread = new Thread(
                () -> child.listen(line -> {
                    String[] words = line.split(" ");
                    try {
                        child.say("CUT " + history.cut(words[1], words[2]));
                    } catch (Exception e) {
                        child.say("FAILED " + e);
                    }
                }),
                "parent");
        thread.setDaemon(true);
        thread.start();
    }

    private static Persist store() {
        Backend backend = backend(PersistLoader.findFactoryByName("In-Memory"));
        backend.setupSchema();
        Persist persist = backend.createFactory().newPersist(StoreConfig.Adjustable.empty());
        Logics.repositoryLogic(persist).initialize("main");
        return persist;
    }

    private static <C> Backend backend(BackendFactory<C> factory) {
        return factory.buildBackend(factory.newConfigInstance());
    }

    /** The services find their store, their access checks and the caller's name through CDI. */
    private static void provide(Persist persist) {
        SecurityContext anyone = PrincipalSecurityContext.forName("");
        new Weld()
                .addPackages(true, RestConfigResource.class)
                .addPackages(true, TreeApiImpl.class)
                .addExtension(new ContextPrincipalExtension(() -> anyone))
                .addExtension(new ServerConfigExtension())
                .addExtension(VersionStoreImplExtension.forPersist(() -> persist))
                .addExtension(new AuthorizerExtension()
                        .setAccessCheckerSupplier(context -> AbstractBatchAccessChecker.NOOP_ACCESS_CHECKER))
                .property("org.jboss.weld.se.shutdownHook", "false")
                .initialize();
    }

    private static HttpServer serve(URI base) throws IOException {
        ResourceConfig resources = new ResourceConfig()
                .register(RestV2ConfigResource.class)
                .register(RestV2TreeResource.class)
                .register(RestConfigResource.class)
                .register(RestTreeResource.class)
                .register(RestContentResource.class)
                .register(RestDiffResource.class)
                .register(RestNamespaceResource.class)
                .register(ConfigApiImpl.class)
                .register(ContentKeyParamConverterProvider.class)
                .register(NamespaceParamConverterProvider.class)
                .register(ReferenceTypeParamConverterProvider.class)
                .register(EncodingFilter.class)
                .register(GZipEncoder.class)
                .register(DeflateEncoder.class);
        mapErrors(resources);
        HttpServer server = GrizzlyHttpServerFactory.createHttpServer(base, resources, false);
        server.start();
        return server;
    }

    /** Priority 10 puts Nessie's own mappers before those of the container. */
    private static void mapErrors(ResourceConfig resources) {
        resources
                .register(NessieExceptionMapper.class)
                .register(ValidationExceptionMapper.class, 10)
                .register(AccessCheckExceptionMapper.class, 10)
                .register(ConstraintViolationExceptionMapper.class, 10)
                .register(BackendLimitExceededExceptionMapper.class, 10)
                .register(NotSupportedExceptionMapper.class, 10)
                .register(NessieJaxRsJsonParseExceptionMapper.class, 10)
                .register(NessieJaxRsJsonMappingExceptionMapper.class, 10);
    }
}
