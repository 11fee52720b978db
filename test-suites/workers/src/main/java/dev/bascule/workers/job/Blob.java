package dev.bascule.workers.job;

/**
 * A file that a job needs, by what is in it. Immutable.
 *
 * @param sha256 of its bytes, in lower-case hex
 * @param bytes how many there are
 */
public record Blob(String sha256, long bytes) {
    public Blob {
        if (!sha256.matches("[0-9a-f]{64}") || bytes < 0) {
            throw new IllegalArgumentException("not a SHA-256 and a size");
        }
    }
}
