package dev.bascule.app.versions;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The versions that are here: a folder each in the cache, with the SHA-256 of every file in it as it was unpacked. Immutable.
 *
 * @param cache the folder that they are in
 */
public record VersionStore(CacheFolder cache) {
    /** Written last, as {@code sha256sum} writes it. */
    static final String HASHES = "files.sha256";

    private static final int HEX = 64;

    public static VersionStore ofProcess() {
        return new VersionStore(CacheFolder.ofProcess());
    }

    /** Where a version is, or would be. */
    public Path folder(PartVersion wanted) {
        return folder(wanted.part()).resolve(wanted.version().toString());
    }

    private Path folder(VersionedPart part) {
        return (part == VersionedPart.ENGINE ? cache.engines() : cache.browsers()).resolve(part.id());
    }

    /** Its folder; empty where it is not here. */
    public Optional<Path> find(PartVersion wanted) {
        return Optional.of(folder(wanted)).filter(folder -> Files.isRegularFile(folder.resolve(HASHES)));
    }

    /** Those of a part that are here, the oldest first. */
    public List<ReleaseVersion> installed(VersionedPart part) {
        if (!Files.isDirectory(folder(part))) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(folder(part))) {
            return folders.filter(folder -> Files.isRegularFile(folder.resolve(HASHES)))
                    .flatMap(folder -> ReleaseVersion.parse(String.valueOf(folder.getFileName())).stream())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the folder '%s' cannot be read: %s".formatted(folder(part), e));
        }
    }

    /**
     * The same as {@link #find}, with every file held against its hash: what was changed since is not what its version says.
     *
     * @throws BasculeException {@link ErrorCode#HASH_MISMATCH}
     */
    public Optional<Path> verified(PartVersion wanted) {
        Optional<Path> found = find(wanted);
        found.ifPresent(folder -> {
            Map<String, String> kept = kept(folder);
            Map<String, String> now = hashes(folder);
            if (!kept.equals(now)) {
                throw new BasculeException(
                        ErrorCode.HASH_MISMATCH,
                        "the files in '%s' are not those that came as %s".formatted(folder, wanted),
                        "bascule install --force " + wanted);
            }
        });
        return found;
    }

    /** Writes down what the files are. */
    static void seal(Path folder) throws IOException {
        StringBuilder lines = new StringBuilder();
        hashes(folder)
                .forEach((file, hash) ->
                        lines.append(hash).append("  ").append(file).append('\n'));
        Files.writeString(folder.resolve(HASHES), lines);
    }

    private static Map<String, String> kept(Path folder) {
        Map<String, String> kept = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(folder.resolve(HASHES), StandardCharsets.UTF_8)) {
                if (line.length() > HEX + 2) {
                    kept.put(line.substring(HEX + 2), line.substring(0, HEX));
                }
            }
        } catch (IOException e) {
            return Map.of();
        }
        return kept;
    }

    private static SortedMap<String, String> hashes(Path folder) {
        SortedMap<String, String> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                String name = folder.relativize(file).toString().replace('\\', '/');
                if (!name.equals(HASHES)) {
                    hashes.put(name, Sha256.of(file));
                }
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the folder '%s' cannot be read: %s".formatted(folder, e));
        }
        return hashes;
    }
}
