package dev.bascule.models.workload;

/** A shape that cannot be inferred; never leaves this package. */
final class UnknownShapeException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownShapeException(String what) {
        super(what + " is not known");
    }
}
