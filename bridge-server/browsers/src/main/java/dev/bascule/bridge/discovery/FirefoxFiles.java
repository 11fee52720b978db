package dev.bascule.bridge.discovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads a Firefox from the files beside it, where it cannot be asked. Stateless. */
final class FirefoxFiles {

    private FirefoxFiles() {}

    /** From {@code application.ini}; on macOS it lies in {@code Contents/Resources}. */
    static Optional<VersionText.Told> beside(Path executable) {
        Path folder = executable.resolveSibling("");
        return List.of(folder.resolve("application.ini"), folder.resolve("../Resources/application.ini")).stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .flatMap(FirefoxFiles::read)
                .flatMap(FirefoxFiles::parse);
    }

    static Optional<VersionText.Told> parse(String ini) {
        Map<String, String> entries = ini.lines()
                .map(line -> line.split("=", 2))
                .filter(parts -> parts.length == 2 && !parts[0].startsWith(";"))
                .collect(Collectors.toMap(
                        parts -> parts[0].strip(), parts -> parts[1].strip(), (first, later) -> first));
        if (!entries.getOrDefault("Name", "").equals("Firefox")) {
            return Optional.empty();
        }
        String remoting = entries.getOrDefault("RemotingName", "").toLowerCase(Locale.ROOT);
        String repository = entries.getOrDefault("SourceRepository", "");
        Channel channel = Channel.STABLE;
        if (repository.contains("mozilla-esr")) {
            channel = Channel.ESR;
        } else if (remoting.contains("dev") || remoting.contains("aurora")) {
            channel = Channel.DEV;
        } else if (repository.endsWith("mozilla-beta")) {
            channel = Channel.BETA;
        } else if (repository.endsWith("mozilla-central")) {
            channel = Channel.NIGHTLY;
        }
        Channel found = channel;
        return Optional.ofNullable(entries.get("Version"))
                .map(version -> new VersionText.Told(BrowserFamily.FIREFOX.displayName(), version, found));
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
