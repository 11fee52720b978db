package dev.bascule.models.packages;

import dev.bascule.fallback.cache.FirstSeen;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.SystemPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Fetches files by the package managers of this machine, and holds them against the hash that is known, or was seen the first
 * time. Belongs to one thread.
 */
public final class ArtifactFetcher {
    private final HostEnvironment host;
    private final Commands commands;
    private final FirstSeen firstSeen;
    private final Map<PackageManager, List<String>> found = new LinkedHashMap<>();

    public ArtifactFetcher(HostEnvironment host, Commands commands) {
        this.host = host;
        this.commands = commands;
        this.firstSeen = new FirstSeen(host.libraries().resolveSibling("first-seen"));
    }

    /** @param sha256 of the file, which is the one that is known, if any is */
    public record Fetched(Path file, String sha256) {}

    /**
     * Fetches into an empty folder.
     *
     * @throws BasculeException {@link ErrorCode#TOOL_MISSING}, {@link ErrorCode#DOWNLOAD_FAILED} or
     *     {@link ErrorCode#HASH_MISMATCH}
     */
    public Fetched fetch(Artifact artifact, Path inbox) throws IOException, InterruptedException {
        List<String> line = line(artifact, inbox.toString());
        Commands.Result result = commands.run(line, inbox);
        Optional<Path> fetched = only(inbox);
        if (result.code() != 0 || fetched.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.DOWNLOAD_FAILED,
                    "%s could not be fetched: %s ended with %d%s"
                            .formatted(
                                    artifact.label(),
                                    String.join(" ", line),
                                    result.code(),
                                    result.output().isBlank() ? "" : ":\n" + result.output()));
        }
        return new Fetched(fetched.get(), verified(artifact, fetched.get()));
    }

    /** Remembers what was put to use, for the next time. */
    public void keep(Artifact artifact, String sha256) {
        firstSeen.keep(name(artifact), sha256);
    }

    /** The command line that fetches it. */
    public List<String> line(Artifact artifact, String folder) {
        List<String> line = new ArrayList<>(way(artifact.tool()));
        line.addAll(artifact.arguments(folder));
        return line;
    }

    /**
     * How a package manager is started here.
     *
     * @throws BasculeException {@link ErrorCode#TOOL_MISSING}
     */
    public List<String> way(PackageManager tool) {
        return found.computeIfAbsent(
                tool,
                wanted -> wanted.ways().stream()
                        .filter(commands::answers)
                        .findFirst()
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.TOOL_MISSING,
                                "none of %s answers on this machine"
                                        .formatted(wanted.ways().stream()
                                                .map(way -> String.join(" ", way))
                                                .toList()),
                                wanted.remedy(SystemPackages.ofThisMachine()) + ", and put it on PATH")));
    }

    private String verified(Artifact artifact, Path file) throws IOException {
        String seen = Sha256.of(file);
        if (artifact.sha256().isPresent() && !artifact.sha256().get().equals(seen)) {
            throw new BasculeException(
                    ErrorCode.HASH_MISMATCH,
                    "%s has SHA-256 %s, not %s: it is not the file that Bascule was tried with"
                            .formatted(artifact.label(), seen, artifact.sha256().get()),
                    "clear the package manager's cache and try again; if it stays so, do not trust the mirror");
        }
        firstSeen.check(name(artifact), seen);
        return seen;
    }

    /** For each system its publisher has another file. */
    private String name(Artifact artifact) {
        return "%s for %s %s".formatted(artifact.label(), host.os(), host.arch());
    }

    private static Optional<Path> only(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst();
        }
    }
}
