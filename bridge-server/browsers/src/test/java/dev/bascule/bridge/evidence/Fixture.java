package dev.bascule.bridge.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Recorded output, next to the tests. */
final class Fixture {
    private Fixture() {}

    static String text(String name) {
        try (InputStream stream = Objects.requireNonNull(Fixture.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
