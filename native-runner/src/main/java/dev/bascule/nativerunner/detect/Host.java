package dev.bascule.nativerunner.detect;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What detection reads of the machine.
 *
 * @param os the operating system's name as Java has it
 * @param arch the processor architecture as Java has it
 * @param loader where shared libraries are
 */
record Host(String os, String arch, LoaderPath loader) {

    static Host ofSystem() {
        return new Host(
                System.getProperty("os.name", ""),
                System.getProperty("os.arch", ""),
                LoaderPath.ofSystem(System.getenv()));
    }

    boolean isWindows() {
        return os.startsWith("Windows");
    }

    boolean has(String path) {
        return Files.exists(Path.of(path));
    }
}
