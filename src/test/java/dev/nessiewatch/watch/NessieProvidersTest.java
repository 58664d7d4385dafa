// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.AnnotatedElement;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.model.Content;

/** What the Nessie client and its model look up at run time: a native image has only what is registered. */
class NessieProvidersTest {
    /** Needs a library that is not on the class path. */
    private static final String LEFT_OUT = "org.projectnessie.client.http.impl.apache.ApacheHttpClientFactory";

    private static final String TOKENS = "org/projectnessie/client/auth/oauth2";

    @Test
    void holdEveryProviderOfEveryServiceFile() throws Exception {
        Set<String> provided = new TreeSet<>();
        services().values().forEach(provided::addAll);
        assertThat(provided).contains(LEFT_OUT).hasSizeGreaterThan(5);
        provided.remove(LEFT_OUT);

        assertThat(NessieProviders.class
                        .getAnnotation(RegisterForReflection.class)
                        .classNames())
                .containsExactlyInAnyOrderElementsOf(provided);
    }

    @Test
    void haveTheirServiceFilesInTheImage() throws Exception {
        List<String> patterns =
                List.of(shipped("quarkus.native.resources.includes").split(","));
        assertThat(services().keySet())
                .isNotEmpty()
                .allMatch(file -> patterns.stream()
                        .anyMatch(pattern -> file.startsWith(pattern.replace("**", "")) && pattern.endsWith("**")));
    }

    /** Quarkus registers what Jackson's annotations name, in jars that bring an index. */
    @Test
    void leaveTheModelToItsIndex() throws Exception {
        try (FileSystem model = jar(Content.class)) {
            assertThat(model.getPath("META-INF/jandex.idx")).exists();
        }
    }

    @Test
    void holdEveryTypeOfATokenServersJson() throws Exception {
        Set<String> bound = new TreeSet<>();
        try (FileSystem client = jar(NessieApiV2.class);
                Stream<Path> files = Files.list(client.getPath(TOKENS))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".class")).toList()) {
                String name =
                        file.toString().replace(".class", "").replace('/', '.').replaceFirst("^\\.", "");
                Class<?> type = Class.forName(name, false, getClass().getClassLoader());
                if (isBound(type) && !name.endsWith("$Builder")) {
                    bound.add(name);
                }
            }
        }
        assertThat(bound).isNotEmpty();
        assertThat(NessieTokens.class.getAnnotation(RegisterForReflection.class).classNames())
                .containsExactlyInAnyOrderElementsOf(bound);
    }

    private static boolean isBound(Class<?> type) {
        return Stream.<AnnotatedElement[]>of(
                        new AnnotatedElement[] {type}, type.getDeclaredMethods(), type.getDeclaredFields())
                .flatMap(Stream::of)
                .flatMap(element -> Stream.of(element.getDeclaredAnnotations()))
                .anyMatch(found -> found.annotationType().getName().startsWith("com.fasterxml.jackson."));
    }

    private static Map<String, List<String>> services() throws IOException {
        Map<String, List<String>> services = new TreeMap<>();
        for (Class<?> type : List.of(NessieApiV2.class, Content.class)) {
            try (FileSystem jar = jar(type);
                    Stream<Path> files = Files.list(jar.getPath("META-INF/services"))) {
                for (Path file : files.toList()) {
                    services.put(
                            file.toString(),
                            Files.readAllLines(file).stream()
                                    .map(line -> line.replaceAll("#.*", "").strip())
                                    .filter(line -> !line.isEmpty())
                                    .toList());
                }
            }
        }
        return services;
    }

    private static FileSystem jar(Class<?> type) throws IOException {
        URL place = type.getProtectionDomain().getCodeSource().getLocation();
        return FileSystems.newFileSystem(Path.of(place.getPath()));
    }

    private static String shipped(String property) throws IOException {
        Properties shipped = new Properties();
        try (Reader reader =
                Files.newBufferedReader(Path.of("src/main/resources/application.properties"), StandardCharsets.UTF_8)) {
            shipped.load(reader);
        }
        return shipped.getProperty(property, "");
    }
}
