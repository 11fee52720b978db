package dev.bascule.fallback.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An input as a reader takes it: a text, or a file. Stateless but for one file of each ending. */
public final class FuzzInput {
    private static final int SWOLLEN = 20_000;
    private static final int SHORT = 32;

    private FuzzInput() {}

    public static String text(byte[] data) {
        return new String(data, StandardCharsets.UTF_8);
    }

    /** A short text also a thousandfold: what overflows a stack or takes squared time only shows in long ones. */
    public static List<String> swollen(String text) {
        return text.isEmpty() || text.length() > SHORT
                ? List.of(text)
                : List.of(text, text.repeat(SWOLLEN / text.length()));
    }

    /** A file of this content, which the next of its name replaces. */
    public static Path file(byte[] data, String name) {
        try {
            return Files.write(Folder.PATH.resolve(name), data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Folder {
        private static final Path PATH = create();

        private static Path create() {
            try {
                Path folder = Files.createTempDirectory("bascule-fuzz");
                folder.toFile().deleteOnExit();
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
