package dev.bascule.bridge.discovery;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A WebDriver server on this machine. Immutable.
 *
 * @param kind which one it is
 * @param version as it tells it, or as its package does; empty where neither is to be had
 * @param executable what to start
 */
public record DriverInstallation(DriverKind kind, Optional<String> version, Path executable) {

    /** The first number of the version. */
    public Optional<Integer> majorVersion() {
        return version.flatMap(VersionText::major);
    }

    @Override
    public String toString() {
        return kind.executable() + version.map(told -> " " + told).orElse("");
    }
}
