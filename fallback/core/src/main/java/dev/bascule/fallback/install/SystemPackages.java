package dev.bascule.fallback.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What to type on a system to get what Bascule does not bring, such as {@code sudo apt-get install firefox-esr}. Immutable.
 */
public final class SystemPackages {
    private static final SystemPackages OF_THIS_MACHINE =
            of(System.getProperty("os.name", ""), read(Path.of("/etc/os-release")));

    private final PackageManager manager;

    private SystemPackages(PackageManager manager) {
        this.manager = manager;
    }

    public static SystemPackages ofThisMachine() {
        return OF_THIS_MACHINE;
    }

    /**
     * @param osName the operating system's name as Java has it
     * @param osRelease the text of {@code /etc/os-release}; empty elsewhere than on Linux
     */
    public static SystemPackages of(String osName, String osRelease) {
        return new SystemPackages(PackageManager.of(osName, osRelease));
    }

    /** The command of this system's package manager; empty where it has none, or none that is known. */
    public Optional<String> command(Software software) {
        return manager.command(software);
    }

    /** That command, else what to do in words. */
    public String remedy(Software software) {
        return command(software).orElseGet(software::otherwise);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            // Not every system has one; then no package manager is known.
            return "";
        }
    }
}
