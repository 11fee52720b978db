package dev.bascule.junit.engine;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.junit.run.SuitePlace;
import dev.bascule.suites.yaml.YamlNode;
import dev.bascule.suites.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClasspathResourceSource;
import org.junit.platform.engine.support.descriptor.FilePosition;
import org.junit.platform.engine.support.descriptor.FileSource;

/**
 * Where IDEs go from a node: the suite's file, and in it the line of the case's model.
 *
 * @param place where the suite is found
 * @param file its file, where it has one
 * @param lines of its models, in order; empty where they are not known
 */
record Sources(SuitePlace place, Optional<Path> file, List<Integer> lines) {

    Sources {
        lines = List.copyOf(lines);
    }

    static Sources of(SuitePlace place, ClassLoader loader, Path folder) {
        Optional<Path> file = place.file(loader, folder);
        return new Sources(place, file, file.map(Sources::lines).orElse(List.of()));
    }

    private static List<Integer> lines(Path file) {
        try {
            return YamlReader.read(InputFile.text(file, InputFile.TEXT), file.toString(), ErrorCode.SUITE_INVALID)
                    .mapping()
                    .require("models")
                    .items()
                    .stream()
                    .map(YamlNode::place)
                    .map(place -> place.line())
                    .toList();
        } catch (IOException | BasculeException e) {
            // Reading the suite itself says what is wrong with it.
            return List.of();
        }
    }

    Optional<TestSource> suite() {
        return at(Optional.empty());
    }

    /** @param model which of the suite's */
    Optional<TestSource> model(int model) {
        return at(
                model >= 0 && model < lines.size()
                        ? Optional.of(FilePosition.from(lines.get(model)))
                        : Optional.empty());
    }

    private Optional<TestSource> at(Optional<FilePosition> position) {
        if (place.kind() == SuitePlace.Kind.RESOURCE) {
            return Optional.of(position.map(line -> ClasspathResourceSource.from(place.name(), line))
                    .orElseGet(() -> ClasspathResourceSource.from(place.name())));
        }
        return file.map(path -> position.map(line -> FileSource.from(path.toFile(), line))
                .orElseGet(() -> FileSource.from(path.toFile())));
    }
}
