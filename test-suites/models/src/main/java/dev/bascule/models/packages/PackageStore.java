package dev.bascule.models.packages;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;

/**
 * Files of published packages, fetched by the package managers of this machine into the cache: each version once, its archive's
 * hash held against the one that was seen the first time. Thread-safe; fetches one package at a time.
 */
public final class PackageStore {
    /** More than any engine here takes as one file. */
    private static final long MOST = 4L << 30;

    private final CacheFolder folder;
    private final PackageCache cache;
    private final boolean offline;
    private final Commands commands;

    /** @param offline whether to use nothing but the cache */
    public PackageStore(CacheFolder folder, boolean offline, Commands commands) {
        this.folder = folder;
        this.cache = new PackageCache(folder);
        this.offline = offline;
        this.commands = commands;
    }

    /**
     * The file, if its package is in the cache.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND} where the package is, and has no such file
     */
    public Optional<PackageFile> cached(PackageReference reference) {
        return cache.here(reference).map(found -> cache.file(found, Optional.empty()));
    }

    /**
     * The file in the cache, its package fetched if need be. Without a version, what is in the cache will do.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND}, {@link ErrorCode#TOOL_MISSING},
     *     {@link ErrorCode#DOWNLOAD_FAILED}, {@link ErrorCode#HASH_MISMATCH} or {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public synchronized PackageFile fetch(PackageReference reference) {
        Optional<PackageFile> here = cached(reference);
        if (here.isPresent()) {
            return here.get();
        }
        if (offline) {
            throw new BasculeException(
                    ErrorCode.DOWNLOAD_FAILED,
                    "cannot fetch %s: HF_HUB_OFFLINE is set and the cache has no copy".formatted(reference.label()));
        }
        long start = System.nanoTime();
        try {
            PackageReference fetched = download(reference);
            return cache.file(fetched, Optional.of(Duration.ofNanos(System.nanoTime() - start)));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "%s cannot be kept in '%s': %s".formatted(reference.label(), folder.packages(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BasculeException.because(e, ErrorCode.RUN_INTERRUPTED, "interrupted while fetching");
        }
    }

    private PackageReference download(PackageReference reference) throws IOException, InterruptedException {
        Files.createDirectories(folder.packages());
        Path work = Files.createTempDirectory(folder.packages(), ".fetching-");
        try {
            Path inbox = Files.createDirectory(work.resolve("in"));
            ArtifactFetcher.Fetched fetched = new ArtifactFetcher(HostEnvironment.ofProcess(), commands)
                    .fetch(new Artifact.Published(reference), inbox);
            Path version = Files.createDirectory(work.resolve("version"));
            Path files = PackageCache.prepare(version, fetched.sha256());
            PackageArchive.unpack(fetched.file(), files, MOST);
            PackageReference known = reference.version().isPresent()
                    ? reference
                    : reference.withVersion(PackageVersion.of(reference.registry(), fetched.file(), files));
            folder.firstSeen().check(known.label(), fetched.sha256());
            place(version, cache.folder(known));
            folder.firstSeen().keep(known.label(), fetched.sha256());
            return known;
        } finally {
            FolderTree.deleteQuietly(work);
        }
    }

    /** Another process may have been quicker with the same. */
    private static void place(Path version, Path target) throws IOException {
        Files.createDirectories(target.resolveSibling(""));
        try {
            Files.move(version, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }
}
