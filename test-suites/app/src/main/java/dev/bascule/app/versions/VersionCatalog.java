package dev.bascule.app.versions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.json.Json;
import dev.bascule.models.packages.ArtifactFetcher;
import dev.bascule.models.packages.Commands;
import dev.bascule.models.packages.PackageManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which versions npm has, as npm itself tells. Belongs to one thread. */
public final class VersionCatalog {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Commands commands;
    private final ArtifactFetcher fetcher;

    public VersionCatalog(HostEnvironment host, Commands commands) {
        this.commands = commands;
        this.fetcher = new ArtifactFetcher(host, commands);
    }

    /**
     * The releases of a part, the oldest first, without what came before a release.
     *
     * @throws BasculeException {@link ErrorCode#DOWNLOAD_FAILED} where npm does not tell, {@link ErrorCode#TOOL_MISSING}
     *     where it is not here
     */
    public List<ReleaseVersion> stable(VersionedPart part) throws InterruptedException {
        Commands.Result result = ask(part.npmPackage(), "versions", "--json");
        return versions(result.output())
                .filter(versions -> result.code() == 0)
                .orElseThrow(() -> untold("the versions of " + part.npmPackage(), result));
    }

    /**
     * What npm says that the file of a version hashes to, such as {@code sha512-…=}.
     *
     * @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where there is no such version, else as {@link #stable}
     */
    String integrity(PartVersion wanted) throws InterruptedException {
        Commands.Result result = ask(wanted.part().npmPackage() + "@" + wanted.version(), "dist.integrity");
        if (result.output().contains("E404")) {
            throw new BasculeException(
                    ErrorCode.PART_UNAVAILABLE,
                    "npm has no version %s of %s"
                            .formatted(wanted.version(), wanted.part().npmPackage()),
                    "choose another version: npm view %s versions"
                            .formatted(wanted.part().npmPackage()));
        }
        return result.output()
                .lines()
                .map(String::strip)
                .filter(line -> result.code() == 0 && line.matches("sha512-[A-Za-z0-9+/]{86}=="))
                .findFirst()
                .orElseThrow(() -> untold("the hash of " + wanted, result));
    }

    private Commands.Result ask(String... words) throws InterruptedException {
        List<String> line = new ArrayList<>(fetcher.way(PackageManager.NPM));
        line.add("view");
        line.addAll(List.of(words));
        return commands.ask(line, LIMIT);
    }

    /** Lines of warnings may come before the list. */
    private static Optional<List<ReleaseVersion>> versions(String output) {
        int begin = output.indexOf("[\n") < 0 ? output.indexOf("[\"") : output.indexOf("[\n");
        int end = output.lastIndexOf(']');
        if (begin < 0 || end < begin) {
            return Optional.empty();
        }
        try {
            List<ReleaseVersion> versions = new ArrayList<>();
            for (JsonNode version : Json.MAPPER.readTree(output.substring(begin, end + 1))) {
                ReleaseVersion.parse(version.asText())
                        .filter(ReleaseVersion::isStable)
                        .ifPresent(versions::add);
            }
            return Optional.of(versions.stream().sorted().distinct().toList());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static BasculeException untold(String what, Commands.Result result) {
        return new BasculeException(
                ErrorCode.DOWNLOAD_FAILED,
                "npm does not tell %s (it ended with %d)%s"
                        .formatted(what, result.code(), result.output().isBlank() ? "" : ":\n" + result.output()),
                "check the network and npm's settings; versions that are installed work without either");
    }
}
