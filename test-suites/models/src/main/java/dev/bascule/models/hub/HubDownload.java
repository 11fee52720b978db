package dev.bascule.models.hub;

import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.FirstSeen;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * One file on its way into the cache: {@code NAME.part} grows, survives a broken connection and the end of the process,
 * and is moved into place when it is whole and its hash is right. Used by one thread.
 */
final class HubDownload {
    private static final int SHA256_LENGTH = 64;

    private final String name;
    private final FirstSeen firstSeen;
    private final Path target;
    private final Path part;
    private final Path partTag;

    /** @param name of the file, for good: with its repository and commit */
    HubDownload(String name, FirstSeen firstSeen, Path target) {
        this.name = name;
        this.firstSeen = firstSeen;
        this.target = target;
        this.part = target.resolveSibling(target.getFileName() + ".part");
        this.partTag = target.resolveSibling(target.getFileName() + ".part.etag");
    }

    /** What is done with files. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    /** Does the work while no other process is at the file; waits for its turn. */
    void alone(Work work) throws IOException {
        createFolder();
        Path lock = target.resolveSibling(target.getFileName() + ".lock");
        FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            channel.lock();
            work.run();
        } finally {
            // The file stays: deleting it would let a third process lock another file of the same name.
            channel.close();
        }
    }

    private void createFolder() throws IOException {
        Path folder = target.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
    }

    /** What to ask for on top of a plain request: the rest of the same file, or all of it. */
    record Resume(long from, String etag) {}

    /** Where an earlier try stopped, if the server gave its file a name to compare. */
    Optional<Resume> resume() throws IOException {
        if (!Files.isRegularFile(part) || !Files.isRegularFile(partTag) || Files.size(part) == 0) {
            return Optional.empty();
        }
        return Optional.of(new Resume(Files.size(part), Files.readString(partTag)));
    }

    /** Takes a 200 as the whole file and a 206 as the rest. The length is checked by the HTTP client or the caller. */
    void receive(HubReference reference, HttpResponse<InputStream> response, StallTimeout stallTimeout, long most)
            throws IOException {
        boolean rest = response.statusCode() == 206 && continuesPart(response.headers());
        if (response.statusCode() == 206 && !rest) {
            discard();
            throw new IOException("the server sent another part than the one asked for");
        }
        if (!rest) {
            discard();
            // A weak tag does not promise the same bytes, so it must not join two halves.
            Optional<String> strong = response.headers().firstValue("ETag").filter(tag -> tag.startsWith("\""));
            if (strong.isPresent()) {
                Files.writeString(partTag, strong.get());
            }
        }
        try (InputStream in = stallTimeout.watch(response.body());
                OutputStream out = Files.newOutputStream(part, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            copy(reference, in, out, most - Files.size(part), most);
        }
    }

    /** Whatever a server said before: what comes is counted. */
    private void copy(HubReference reference, InputStream in, OutputStream out, long left, long most)
            throws IOException {
        byte[] piece = new byte[1 << 16];
        long room = left;
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
            room -= read;
            if (room < 0) {
                discard();
                throw tooLarge(reference, most);
            }
            out.write(piece, 0, read);
        }
    }

    static BasculeException tooLarge(HubReference reference, long most) {
        return new BasculeException(
                ErrorCode.HUB_REFUSED,
                "%s is larger than the %d MiB that are fetched".formatted(reference, most >> 20),
                "fetch the file yourself, and name its path");
    }

    /** Checks the finished file and moves it into its place. */
    void finish(HubReference reference, HubAnswer answer) throws IOException {
        if (answer.bytes().isPresent() && Files.size(part) != answer.bytes().getAsLong()) {
            long received = Files.size(part);
            if (received > answer.bytes().getAsLong()) {
                discard();
            }
            throw new IOException(
                    "%d of %d bytes arrived".formatted(received, answer.bytes().getAsLong()));
        }
        Optional<String> actual = answer.etag().flatMap(etag -> hashLike(etag, part));
        if (actual.isPresent() && !actual.equals(answer.etag())) {
            discard();
            throw new BasculeException(
                    ErrorCode.HASH_MISMATCH,
                    "%s arrived with the hash %s where the hub names %s"
                            .formatted(reference, actual.get(), answer.etag().orElseThrow()),
                    "run the same line again; if it stays, a proxy or mirror on the way changes the file: see HF_ENDPOINT");
        }
        // The hub may have given no hash; and where it did, it is to give the same for ever.
        String sha256 = actual.filter(hash -> hash.length() == SHA256_LENGTH).orElseGet(() -> sha256(part));
        try {
            firstSeen.check(name, sha256);
        } catch (BasculeException other) {
            discard();
            throw other;
        }
        AtomicFile.move(part, target);
        Files.deleteIfExists(partTag);
        firstSeen.keep(name, sha256);
    }

    void discard() throws IOException {
        Files.deleteIfExists(part);
        Files.deleteIfExists(partTag);
    }

    private boolean continuesPart(HttpHeaders headers) throws IOException {
        long have = Files.isRegularFile(part) ? Files.size(part) : 0;
        return headers.firstValue("Content-Range")
                .filter(range -> range.startsWith("bytes " + have + "-"))
                .isPresent();
    }

    /** The file's hash in the kind that the tag is: SHA-256, or git's blob id; empty when the tag is neither. */
    private static Optional<String> hashLike(String etag, Path file) {
        try {
            if (etag.matches("[0-9a-f]{64}")) {
                return Optional.of(sha256(file));
            }
            return etag.matches("[0-9a-f]{40}") ? Optional.of(gitBlob(file)) : Optional.empty();
        } catch (IOException e) {
            throw AtomicFile.unwritable(file, e);
        }
    }

    private static String sha256(Path file) {
        try {
            return Sha256.of(file);
        } catch (IOException e) {
            throw AtomicFile.unwritable(file, e);
        }
    }

    private static String gitBlob(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(("blob " + Files.size(file) + "\0").getBytes(StandardCharsets.US_ASCII));
            try (InputStream in = Files.newInputStream(file)) {
                byte[] piece = new byte[1 << 16];
                for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                    digest.update(piece, 0, read);
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-1", impossible);
        }
    }
}
