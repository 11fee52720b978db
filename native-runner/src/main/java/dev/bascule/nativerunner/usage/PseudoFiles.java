package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the small files of {@code /proc} and {@code /sys}, or of a folder that stands for them. Thread-safe.
 *
 * @param root what {@code /} is
 */
record PseudoFiles(Path root) {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    PseudoFiles() {
        this(Path.of("/"));
    }

    /** A file's text, stripped. */
    Reading<String> text(String path) {
        try {
            return Reading.known(
                    new String(Files.readAllBytes(root.resolve(path)), StandardCharsets.UTF_8).strip(), "/" + path);
        } catch (NoSuchFileException e) {
            return Reading.unknown("there is no /" + path);
        } catch (AccessDeniedException e) {
            return denied(path);
        } catch (IOException e) {
            // A sensor that is asleep answers with an error of its own.
            return Reading.unknown("/%s cannot be read: %s".formatted(path, e.getMessage()));
        }
    }

    static <T> Reading<T> denied(String path) {
        return Reading.unknown(
                "/%s is not readable for this user: run as root, or: sudo chmod a+r /%s".formatted(path, path));
    }

    /** The number that a file begins with. */
    Reading<Long> number(String path) {
        return text(path).flatMap(known -> {
            Matcher matcher = NUMBER.matcher(known.figure());
            return matcher.lookingAt()
                    ? Reading.known(Long.parseLong(matcher.group()), known.source())
                    : Reading.unknown("/%s holds no number".formatted(path));
        });
    }

    List<String> lines(String path) {
        return text(path).optional().map(text -> text.lines().toList()).orElse(List.of());
    }

    /** The paths in a folder whose names match a glob, in the order of the numbers in them; none where there is no folder. */
    List<String> list(String folder, String glob) {
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder), glob)) {
            entries.forEach(entry -> found.add(folder + "/" + entry.getFileName()));
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        found.sort(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()));
        return found;
    }

    boolean has(String path) {
        return Files.exists(root.resolve(path));
    }
}
