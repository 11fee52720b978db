package dev.bascule.app.install;

import dev.bascule.fallback.cache.FirstSeen;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.SystemPackages;
import dev.bascule.nativerunner.library.LibrarySet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
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
    private final Commands commands;
    private final Clock clock;
    private final FirstSeen firstSeen;
    private final Map<InstallTool, List<String>> found = new LinkedHashMap<>();

    public Installer(HostEnvironment host, Commands commands, Clock clock) {
        this.host = host;
        this.commands = commands;
        this.clock = clock;
        this.firstSeen = new FirstSeen(host.libraries().resolveSibling("first-seen"));
    }

    /** The command lines that an installation would run, in order; the folder at their end is named as it would be. */
    public List<List<String>> plan(Recipe recipe) {
        return recipe.artifacts().stream()
                .map(artifact -> line(way(artifact.tool()), artifact, "DIR"))
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
        recipe.artifacts().forEach(artifact -> way(artifact.tool()));
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
                seen.forEach((artifact, hash) -> firstSeen.keep(name(artifact), hash));
            } finally {
                delete(work);
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
        List<String> line = line(way(artifact.tool()), artifact, inbox.toString());
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
        String hash = verified(artifact, fetched.get());
        if (artifact.kept().isEmpty()) {
            Files.move(fetched.get(), set.resolve(fetched.get().getFileName().toString()));
        } else if (Archive.unpack(fetched.get(), artifact.kept().get(), set).isEmpty()) {
            throw new BasculeException(
                    ErrorCode.DOWNLOAD_FAILED, "%s holds nothing for this machine".formatted(artifact.label()));
        }
        return hash;
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
        delete(place);
        if (Files.exists(place)) {
            throw new BasculeException(
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "%s cannot be removed as a whole".formatted(place),
                    "end what uses its libraries, then run the same line again");
        }
        return there;
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // What is left lies in a hidden folder beside the sets, and is no set.
        }
    }

    private List<String> way(InstallTool tool) {
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

    private static List<String> line(List<String> way, Artifact artifact, String folder) {
        List<String> line = new ArrayList<>(way);
        line.addAll(artifact.arguments(folder));
        return line;
    }
}
