package dev.bascule.exact.graph;

/** A run that was told to stop. */
final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;
}
