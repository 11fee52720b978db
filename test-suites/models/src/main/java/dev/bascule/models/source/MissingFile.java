package dev.bascule.models.source;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What to say of a model's file that is not there. Stateless. */
final class MissingFile {
    private MissingFile() {}

    /** Whether somebody who typed this meant a file, and no model of the zoo. */
    static boolean looksLikeOne(String text) {
        return text.matches(".*\\.(onnx|gguf|pt|pth|ts)") || text.contains("/") || text.contains("\\");
    }

    /** Names the nearest file of its folder, if one is near. */
    static BasculeException error(String text, Path base) {
        String near = near(text, base)
                .map(name -> "; did you mean '%s'?".formatted(name))
                .orElse("");
        return new BasculeException(
                ErrorCode.MODEL_NOT_FOUND,
                "there is no file or folder '%s'%s".formatted(text, near),
                "check the path, or `bascule models` for the built-in ones");
    }

    private static Optional<String> near(String text, Path base) {
        try {
            Path wanted = base.resolve(text).toAbsolutePath();
            Path folder = wanted.getParent();
            return folder == null || !Files.isDirectory(folder)
                    ? Optional.empty()
                    : Nearest.to(String.valueOf(wanted.getFileName()), names(folder));
        } catch (InvalidPathException | IOException unreadable) {
            return Optional.empty();
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.map(child -> String.valueOf(child.getFileName()))
                    .filter(name -> looksLikeOne(name) || Files.isDirectory(folder.resolve(name)))
                    .limit(1000)
                    .toList();
        }
    }
}
