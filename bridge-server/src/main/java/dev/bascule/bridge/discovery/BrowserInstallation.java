package dev.bascule.bridge.discovery;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A browser on this machine.
 *
 * @param name as its vendor calls it
 * @param family which browser it is
 * @param version its full version, as it tells it itself
 * @param executable what to start
 * @param libraryPath folder of shared libraries that it needs because the system lacks them
 * @param bundled whether Bascule brought it
 */
public record BrowserInstallation(
        String name,
        BrowserFamily family,
        String version,
        Path executable,
        Optional<Path> libraryPath,
        boolean bundled) {

    @Override
    public String toString() {
        return name + " " + version;
    }
}
