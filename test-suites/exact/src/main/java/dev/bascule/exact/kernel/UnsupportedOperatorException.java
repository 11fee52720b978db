package dev.bascule.exact.kernel;

/** A form of an operator that the interpreter does not compute. */
public final class UnsupportedOperatorException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnsupportedOperatorException(String message) {
        super(message);
    }
}
