package dev.bascule.fallback.protocol;

/** The sending half of a connection. Implementations are thread-safe, keep the order, and never throw. */
public interface FrameChannel {

    void send(Frame frame);

    /** Closes the connection; the reason goes to the other side. */
    void close(String reason);
}
