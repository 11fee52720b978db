package dev.bascule.workers.coordinator;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.workers.wire.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.activemq.artemis.api.core.client.ClientMessage;

/** Files by SHA-256 in one folder, each whole or not there. Thread-safe. */
final class FileStore {
    private static final String DRAFT = ".part";

    private final Path folder;
    private final long limit;
    private final Clock clock;
    /** Files that came and are not in the ledger yet. */
    private final Set<String> arriving = ConcurrentHashMap.newKeySet();
    /** Bytes of all files when they were counted last, and of those that came since: never fewer than there are. */
    private long used;

    /** @param limit of all files together */
    FileStore(Path folder, long limit, Clock clock) {
        this.folder = folder;
        this.limit = limit;
        this.clock = clock;
        try {
            PrivateFiles.prepareFolder(folder);
            try (Stream<Path> left = Files.list(folder)) {
                for (Path draft :
                        left.filter(file -> file.toString().endsWith(DRAFT)).toList()) {
                    Files.delete(draft);
                }
            }
            this.used = count(oldestFirst());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private BasculeException failed(IOException why) {
        return BasculeException.because(
                why, ErrorCode.COORDINATOR_FAILED, "%s cannot be used: %s".formatted(folder, why));
    }

    /** Only what is a hash names a file. */
    private Path file(String sha256) {
        if (!sha256.matches("[0-9a-f]{64}")) {
            throw new BasculeException(ErrorCode.PROTOCOL_VIOLATION, "what came names no file by its SHA-256");
        }
        return folder.resolve(sha256);
    }

    boolean has(String sha256) {
        return Files.isRegularFile(file(sha256));
    }

    /** Whether it is there; then it is the last to be taken out, for somebody means to use it. */
    boolean touch(String sha256) {
        try {
            if (has(sha256)) {
                Files.setLastModifiedTime(file(sha256), FileTime.from(clock.instant()));
                return true;
            }
        } catch (NoSuchFileException e) {
            return false; // Taken out meanwhile.
        } catch (IOException e) {
            throw failed(e);
        }
        return false;
    }

    InputStream open(String sha256) {
        try {
            Path file = file(sha256);
            // The oldest go first, by when they were needed last.
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Keeps a message's body.
     *
     * @param expected what its SHA-256 must be; empty where it is to be found out
     * @param most its bytes at most
     * @return its SHA-256
     * @throws BasculeException HASH_MISMATCH for another file, PROTOCOL_VIOLATION for a longer one
     */
    String keep(ClientMessage message, Optional<String> expected, long most) {
        return keep(message, expected, most, sha256 -> {});
    }

    /**
     * The same of a file whose SHA-256 nobody knows, which no room is made of until {@link #settled}.
     *
     * @throws BasculeException PROTOCOL_VIOLATION for a longer one
     */
    String arrive(ClientMessage message, long most) {
        return keep(message, Optional.empty(), most, arriving::add);
    }

    /** It is in the ledger, or never will be. */
    void settled(String sha256) {
        arriving.remove(sha256);
    }

    private String keep(ClientMessage message, Optional<String> expected, long most, Consumer<String> named) {
        MessageDigest digest = Sha256.digest();
        try {
            Path draft = Files.createTempFile(folder, "file", DRAFT);
            try {
                try (OutputStream out = new DigestOutputStream(Files.newOutputStream(draft), digest)) {
                    Envelope.copy(message, out, most);
                }
                String sha256 = Sha256.hex(digest);
                if (expected.filter(one -> !one.equals(sha256)).isPresent()) {
                    throw new BasculeException(
                            ErrorCode.HASH_MISMATCH,
                            "the file that came is not the one of the SHA-256 that it came under");
                }
                Files.setLastModifiedTime(draft, FileTime.from(clock.instant()));
                named.accept(sha256);
                came(Files.size(draft));
                Files.move(draft, file(sha256), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                return sha256;
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Takes out the files that nobody needed since then, but for these. How many. */
    synchronized int removeOlder(Instant before, Supplier<Set<String>> needed) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> old = files.filter(file -> !file.toString().endsWith(DRAFT))
                    .filter(file ->
                            Instant.ofEpochMilli(file.toFile().lastModified()).isBefore(before))
                    .toList();
            Set<String> kept = old.isEmpty() ? Set.of() : needed.get();
            int gone = 0;
            for (Path file : old) {
                if (!kept.contains(file.getFileName().toString())) {
                    Files.delete(file);
                    gone++;
                }
            }
            return gone;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private synchronized void came(long bytes) {
        used += bytes;
    }

    private List<Path> oldestFirst() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.toString().endsWith(DRAFT))
                    .sorted(Comparator.comparing(file -> file.toFile().lastModified()))
                    .toList();
        }
    }

    private static long count(List<Path> files) throws IOException {
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        return bytes;
    }

    /** For how many more bytes there is room without taking any out. Looks at no file. */
    synchronized long left() {
        return Math.max(0, limit - used);
    }

    /** Takes out the files that were not needed for longest, until so much more has room; never one of these. Whether it has. */
    synchronized boolean makeRoom(long more, Supplier<Set<String>> needed) {
        if (used + more <= limit) {
            return true;
        }
        try {
            List<Path> all = oldestFirst();
            used = count(all);
            if (used + more <= limit) {
                return true;
            }
            Set<String> kept = needed.get();
            for (Path file : all) {
                if (used + more <= limit) {
                    break;
                }
                String name = file.getFileName().toString();
                if (!kept.contains(name) && !arriving.contains(name)) {
                    long bytes = Files.size(file);
                    Files.delete(file);
                    used -= bytes;
                }
            }
            return used + more <= limit;
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
