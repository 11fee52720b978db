package dev.bascule.bridge.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * What Windows, macOS and managed machines print and keep. Written after the formats of {@code reg query},
 * {@code Info.plist} and the policy files, since these systems are not at hand to record from.
 */
final class Fixture {

    private Fixture() {}

    static String text(String name) {
        try (InputStream in = Objects.requireNonNull(Fixture.class.getResourceAsStream(name), name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            // Git keeps files with the line ends of this system.
            return name.startsWith("windows/") ? text.replace("\r\n", "\n").replace("\n", "\r\n") : text;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
