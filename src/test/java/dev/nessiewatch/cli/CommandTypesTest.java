// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Picocli reads annotations, sets fields and makes converters by reflection: a native image has what is registered. */
class CommandTypesTest {
    @Test
    void holdEveryClassThatTheCommandLineReaches() {
        Set<Class<?>> reached = new LinkedHashSet<>();
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        reach(Main.line(nowhere, nowhere), reached);

        RegisterForReflection kept = CommandTypes.class.getAnnotation(RegisterForReflection.class);
        Set<String> names = new TreeSet<>(Set.of(kept.classNames()));
        Stream.of(kept.targets()).map(Class::getName).forEach(names::add);
        assertThat(names)
                .containsExactlyInAnyOrderElementsOf(
                        reached.stream().map(Class::getName).toList());
    }

    private static void reach(CommandLine line, Set<Class<?>> reached) {
        reach(line.getCommandSpec().userObject().getClass(), reached);
        // What an annotation asked for, and picocli brought.
        line.getCommandSpec()
                .mixins()
                .values()
                .forEach(mixin -> reach(mixin.userObject().getClass(), reached));
        line.getSubcommands().values().forEach(command -> reach(command, reached));
    }

    private static void reach(Class<?> type, Set<Class<?>> reached) {
        if (!reached.add(type)) {
            return;
        }
        Command command = type.getAnnotation(Command.class);
        if (command != null && command.versionProvider().getEnclosingClass() != CommandLine.class) {
            reached.add(command.versionProvider());
        }
        for (Field field : type.getDeclaredFields()) {
            named(field).forEach(reached::add);
            if (field.isAnnotationPresent(Mixin.class)) {
                reach(field.getType(), reached);
            }
        }
    }

    /** Converters that an option names, its own enum, and a path, which picocli makes by a factory that it looks up. */
    private static Stream<Class<?>> named(Field field) {
        if (!field.isAnnotationPresent(Option.class) && !field.isAnnotationPresent(Parameters.class)) {
            return Stream.empty();
        }
        Stream<Class<?>> type = field.getType().isEnum() ? Stream.of(field.getType()) : Stream.empty();
        Stream<Class<?>> path = field.getType() == Path.class ? Stream.of(Path.class, Paths.class) : Stream.empty();
        return Stream.of(type, path, converters(field)).flatMap(found -> found);
    }

    private static Stream<Class<?>> converters(AnnotatedElement field) {
        Option option = field.getAnnotation(Option.class);
        return option == null
                ? Stream.of(field.getAnnotation(Parameters.class).converter())
                : Stream.of(option.converter());
    }
}
