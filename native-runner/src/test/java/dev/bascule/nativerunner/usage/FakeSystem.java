package dev.bascule.nativerunner.usage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lays out the files of another machine: in a fixture, {@code == path} goes before a file's lines. */
final class FakeSystem {
    private FakeSystem() {}

    static PseudoFiles of(String fixture, Path folder) throws IOException {
        for (String part : text(fixture).split("(?m)^== ")) {
            if (!part.isBlank()) {
                int end = part.indexOf('\n');
                write(folder, part.substring(0, end), part.substring(end + 1));
            }
        }
        return new PseudoFiles(folder);
    }

    static void write(Path folder, String path, String text) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    static List<String> lines(String fixture) throws IOException {
        return text(fixture).lines().toList();
    }

    private static String text(String fixture) throws IOException {
        try (InputStream in = FakeSystem.class.getResourceAsStream(fixture)) {
            if (in == null) {
                throw new IOException("no fixture " + fixture);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
