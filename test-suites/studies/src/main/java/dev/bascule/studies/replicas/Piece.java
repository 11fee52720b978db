package dev.bascule.studies.replicas;

/**
 * What a replica computes at once: samples of a batch that follow on each other, filled up to the size that its session takes. Immutable.
 *
 * @param from where in the batch it begins
 * @param samples that count
 * @param size of the session: what is over is filled with samples whose targets are zeros, which add nothing
 */
record Piece(int from, int samples, int size) {
    Piece {
        if (from < 0 || samples < 1 || samples > size) {
            throw new IllegalArgumentException("%d samples from %d in a session of %d".formatted(samples, from, size));
        }
    }

    int filling() {
        return size - samples;
    }
}
