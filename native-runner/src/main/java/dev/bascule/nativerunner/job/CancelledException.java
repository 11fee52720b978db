package dev.bascule.nativerunner.job;

/** The host asked to stop. */
final class CancelledException extends Exception {
    private static final long serialVersionUID = 1L;
}
