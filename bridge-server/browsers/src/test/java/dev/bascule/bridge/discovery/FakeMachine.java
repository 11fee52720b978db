package dev.bascule.bridge.discovery;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A machine in a folder: {@code /} and the home are that folder, and commands print what they were told to. */
final class FakeMachine {
    final Path root;
    final Map<String, String> environment = new HashMap<>();
    final List<String> started = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> printed = new HashMap<>();

    FakeMachine(Path root) {
        this.root = root;
        environment.put("PATH", root.resolve("bin") + File.pathSeparator + root.resolve("usr/bin"));
        environment.put("BASCULE_CACHE", root.resolve("cache").toString());
    }

    LocationResolver places(OperatingSystem system) {
        return new LocationResolver(system, environment, root, root);
    }

    CommandRunner commands() {
        return (command, libraries) -> {
            String line = String.join(" ", command);
            started.add(line);
            return Optional.ofNullable(printed.get(line));
        };
    }

    BrowserDiscovery browsers(OperatingSystem system) {
        return new BrowserDiscovery(places(system), commands(), BrowserLocations.of(system));
    }

    DriverDiscovery drivers(OperatingSystem system) {
        return new DriverDiscovery(places(system), commands());
    }

    PolicyDiscovery policies(OperatingSystem system) {
        return new PolicyDiscovery(places(system), commands());
    }

    void prints(String command, String output) {
        printed.put(command, output);
    }

    /** A program that prints this when it is asked for its version. */
    Path program(String path, String version) throws IOException {
        return program(path, "\u007fELF", version);
    }

    Path script(String path, String text, String version) throws IOException {
        return program(path, "#!/bin/sh\n" + text, version);
    }

    private Path program(String path, String content, String version) throws IOException {
        Path file = file(path, content);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make executable: " + file);
        }
        prints(file + " --version", version);
        return file;
    }

    Path file(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }
}
