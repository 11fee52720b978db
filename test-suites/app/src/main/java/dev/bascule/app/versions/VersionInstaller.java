package dev.bascule.app.versions;

import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.models.packages.Artifact;
import dev.bascule.models.packages.ArtifactFetcher;
import dev.bascule.models.packages.Commands;
import dev.bascule.models.packages.PackageManager;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Fetches a version by npm and puts it in place at once: until then, and when anything fails, nothing is there, or what was.
 * Belongs to one thread.
 */
public final class VersionInstaller {
    private final VersionStore store;
    private final VersionCatalog catalog;
    private final ArtifactFetcher fetcher;
    private final BrowserUnpacker browsers;

    public VersionInstaller(HostEnvironment host, VersionStore store, Commands commands) {
        this.store = store;
        this.catalog = new VersionCatalog(host, commands);
        this.fetcher = new ArtifactFetcher(host, commands);
        this.browsers = new BrowserUnpacker(host, commands);
    }

    /** The command line that would fetch it; the folder at its end is named as it would be. */
    public List<String> plan(PartVersion wanted) {
        return fetcher.line(artifact(wanted), "DIR");
    }

    /**
     * Installs a version, in place of what may be there.
     *
     * @param told what it is doing, line by line
     * @return its folder
     * @throws BasculeException {@link ErrorCode#PART_UNAVAILABLE} where npm has it not, or it is of no use here;
     *     {@link ErrorCode#TOOL_MISSING}, {@link ErrorCode#DOWNLOAD_FAILED}, {@link ErrorCode#HASH_MISMATCH} or
     *     {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public Path install(PartVersion wanted, Consumer<String> told) throws InterruptedException {
        if (wanted.part() == VersionedPart.BROWSER) {
            browsers.requireThisSystem();
        }
        fetcher.way(PackageManager.NPM);
        Path place = store.folder(wanted);
        try {
            Path parent = Files.createDirectories(place.resolveSibling(""));
            Path work = Files.createTempDirectory(parent, ".installing-");
            try {
                told.accept("fetching " + wanted);
                Artifact artifact = artifact(wanted);
                ArtifactFetcher.Fetched fetched = fetcher.fetch(artifact, Files.createDirectory(work.resolve("in")));
                requireIntegrity(wanted, fetched.file());
                Path folder = unpack(wanted, fetched.file(), Files.createDirectory(work.resolve("out")));
                VersionStore.seal(folder);
                replace(folder, place, work);
                fetcher.keep(artifact, fetched.sha256());
            } finally {
                clear(work);
            }
            return place;
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be written: %s".formatted(place, e.getMessage()));
        }
    }

    /** Removes a version; whether it was there. */
    public boolean remove(PartVersion wanted) {
        boolean there = store.find(wanted).isPresent();
        FolderTree.deleteQuietly(store.folder(wanted));
        return there;
    }

    private static Artifact artifact(PartVersion wanted) {
        return new Artifact.NpmPackage(
                wanted.part().npmPackage(), wanted.version().toString(), Optional.empty(), entry -> true);
    }

    private Path unpack(PartVersion wanted, Path archive, Path folder) throws IOException {
        if (wanted.part() == VersionedPart.BROWSER) {
            browsers.unpack(wanted, archive, folder);
            return folder;
        }
        NpmArchive.unpackEngine(archive, folder);
        EnginePackage found = EnginePackage.in(folder).orThrow();
        if (!found.version().equals(wanted.version())) {
            throw new BasculeException(
                    ErrorCode.PART_UNAVAILABLE,
                    "%s says of itself that it is version %s".formatted(wanted, found.version()),
                    "do not trust the mirror");
        }
        return folder;
    }

    /** Npm checks it as well; whoever stands in its place does not. */
    private void requireIntegrity(PartVersion wanted, Path archive) throws IOException, InterruptedException {
        String published = catalog.integrity(wanted);
        String seen = "sha512-" + Base64.getEncoder().encodeToString(sha512(archive));
        if (!published.equals(seen)) {
            throw new BasculeException(
                    ErrorCode.HASH_MISMATCH,
                    "%s came as %s, npm says %s".formatted(wanted, seen, published),
                    "clear the package manager's cache and try again; if it stays so, do not trust the mirror");
        }
    }

    private static byte[] sha512(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-512");
            byte[] piece = new byte[1 << 16];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                digest.update(piece, 0, read);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-512", impossible);
        }
    }

    /** Gives a folder another name at once, or leaves it. */
    @FunctionalInterface
    interface Move {
        void move(Path from, Path to) throws IOException;
    }

    static void replace(Path folder, Path place, Path work) throws IOException {
        replace(folder, place, work, (from, to) -> Files.move(from, to, StandardCopyOption.ATOMIC_MOVE));
    }

    /** What was there goes back where the new one cannot take its place; where that fails too, it stays in {@code work}. */
    static void replace(Path folder, Path place, Path work, Move move) throws IOException {
        Path before = before(work);
        boolean there = Files.exists(place);
        if (there) {
            move.move(place, before);
        }
        try {
            move.move(folder, place);
        } catch (IOException e) {
            if (!there) {
                throw e;
            }
            try {
                move.move(before, place);
            } catch (IOException again) {
                IOException both =
                        new IOException("%s; what was there is in '%s'".formatted(e.getMessage(), before), e);
                both.addSuppressed(again);
                throw both;
            }
            throw e;
        }
        FolderTree.deleteQuietly(before);
    }

    /** Deletes the folder worked in, unless it has the only copy of what was there. */
    static void clear(Path work) {
        if (!Files.exists(before(work))) {
            FolderTree.deleteQuietly(work);
        }
    }

    private static Path before(Path work) {
        return work.resolve("before");
    }
}
