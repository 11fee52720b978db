package dev.bascule.workers.worker;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.BlobFolder;
import dev.bascule.workers.job.JobOrder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The worker's files: blobs by SHA-256, kept for later jobs, and a scratch folder for each job. For one thread. */
final class BlobCache {
    private final Path blobs;
    private final Path scratch;
    private final long limit;

    /** Brings a file's bytes. */
    @FunctionalInterface
    interface Bringer {
        void bring(Blob blob, OutputStream to) throws IOException;
    }

    BlobCache(Path folder, long limit) throws IOException {
        this.blobs = folder.resolve("blobs");
        this.scratch = folder.resolve("scratch");
        this.limit = limit;
        FolderTree.delete(scratch);
        PrivateFiles.prepareFolder(folder);
        PrivateFiles.prepareFolder(blobs);
        PrivateFiles.prepareFolder(scratch);
        try (Stream<Path> left = Files.list(blobs)) {
            for (Path draft :
                    left.filter(file -> file.toString().endsWith(".part")).toList()) {
                Files.delete(draft);
            }
        }
    }

    /**
     * A job's files: those that are there were hashed again, the others are brought.
     *
     * @throws BasculeException HASH_MISMATCH where what is brought is another file
     */
    BlobFolder folder(JobOrder order, Bringer bringer) throws IOException {
        for (Blob blob : order.blobs()) {
            Path file = blobs.resolve(blob.sha256());
            if (!Files.isRegularFile(file) || !Sha256.of(file).equals(blob.sha256())) {
                bring(blob, file, bringer);
            }
            Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        }
        Set<String> named = order.blobs().stream().map(Blob::sha256).collect(Collectors.toUnmodifiableSet());
        Path own = Files.createTempDirectory(scratch, "job");
        return new BlobFolder() {
            @Override
            public Path file(String sha256) {
                if (!named.contains(sha256)) {
                    throw new BasculeException(
                            ErrorCode.PROTOCOL_VIOLATION, "the job reads a file that it does not name");
                }
                return blobs.resolve(sha256);
            }

            @Override
            public Path scratch() {
                return own;
            }
        };
    }

    private void bring(Blob blob, Path file, Bringer bringer) throws IOException {
        Path draft = Files.createTempFile(blobs, "blob", ".part");
        try {
            MessageDigest digest = Sha256.digest();
            try (OutputStream out = new DigestOutputStream(Files.newOutputStream(draft), digest)) {
                bringer.bring(blob, out);
            }
            if (!Sha256.hex(digest).equals(blob.sha256())) {
                throw new BasculeException(
                        ErrorCode.HASH_MISMATCH, "the file %s came as another one".formatted(blob.sha256()));
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** After a job: its scratch folder goes, and the blobs that were not needed for longest, above the limit. */
    void tidy(BlobFolder done) {
        try {
            FolderTree.delete(done.scratch());
            try (Stream<Path> files = Files.list(blobs)) {
                List<Path> newestFirst = files.sorted(Comparator.comparing(
                                        (Path file) -> file.toFile().lastModified())
                                .reversed())
                        .toList();
                long used = 0;
                for (Path file : newestFirst) {
                    used += Files.size(file);
                    if (used > limit) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
