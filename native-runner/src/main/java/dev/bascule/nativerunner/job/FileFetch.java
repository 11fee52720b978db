package dev.bascule.nativerunner.job;

import dev.bascule.fallback.driver.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongSupplier;

/**
 * Reads a file once, for the time that it takes, and checks that it is the one that was named.
 *
 * @param file where it is
 * @param millis of reading alone; hashing is not in it
 */
record FileFetch(Path file, double millis) {
    private static final int CHUNK = 1 << 20;

    /**
     * @param url a {@code file:} URI
     * @throws RefusedException when there is no such file, or its content has another hash
     */
    static FileFetch of(String url, String sha256, LongSupplier nanos) throws RefusedException {
        Path file = path(url);
        long reading = 0;
        MessageDigest digest = sha256();
        byte[] chunk = new byte[CHUNK];
        long start = nanos.getAsLong();
        try (InputStream in = Files.newInputStream(file)) {
            int count = in.read(chunk);
            reading += nanos.getAsLong() - start;
            while (count >= 0) {
                digest.update(chunk, 0, count);
                start = nanos.getAsLong();
                count = in.read(chunk);
                reading += nanos.getAsLong() - start;
            }
        } catch (IOException e) {
            throw RefusedException.of(e);
        }
        String actual = HexFormat.of().formatHex(digest.digest());
        if (!actual.equals(sha256)) {
            throw new RefusedException(
                    "IntegrityError", "%s has SHA-256 %s, not %s".formatted(file.getFileName(), actual, sha256));
        }
        return new FileFetch(file, reading / 1e6);
    }

    private static Path path(String url) throws RefusedException {
        try {
            URI uri = URI.create(url);
            if ("file".equals(uri.getScheme())) {
                return Path.of(uri);
            }
        } catch (IllegalArgumentException e) {
            throw RefusedException.of(e);
        }
        throw new RefusedException("UnknownLocation", "a native runner reads file: URIs, not " + url);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
