package dev.bascule.bridge.playwright;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the Node.js that runs Playwright's driver, and others' scripts. Stateless. */
public final class NodeTool {
    public static final String VARIABLE = "PLAYWRIGHT_NODEJS_PATH";

    private NodeTool() {}

    /** The one named by {@code PLAYWRIGHT_NODEJS_PATH}, else the first on PATH. */
    public static Optional<Path> find(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isBlank()) {
            return Optional.of(Path.of(named)).filter(Files::isExecutable);
        }
        return Stream.of(environment.getOrDefault("PATH", "").split(Pattern.quote(File.pathSeparator), -1))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> Stream.of(Path.of(folder, "node"), Path.of(folder, "node.exe")))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
