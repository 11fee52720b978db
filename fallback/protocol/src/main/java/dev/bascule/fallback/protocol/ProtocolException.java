package dev.bascule.fallback.protocol;

/** A frame that breaks the protocol. It closes its own connection and harms nothing else. */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(message);
    }
}
