package dev.bascule.bridge.server;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;

/** A handler of the WebSockets of one path. Thread-safe. */
public interface SocketHandler {

    /** Such as {@code /attach}. */
    String path();

    /** What one of its sockets may cost. */
    BridgeLimits limits();

    /**
     * A socket was opened. Its first frame must show who it is: until that was taken it may send little, and must not wait
     * long.
     *
     * @param channel the way back
     * @param address the address it came from
     */
    SocketListener visit(FrameChannel channel, String address);

    /** One socket's receiving half. Called from one thread at a time. */
    interface SocketListener {

        void onFrame(Frame frame);

        /** It broke a rule of the transport, and is to be closed. */
        void onViolation(String rule);

        /** It is closed. */
        void onClose(Closed closed);
    }

    /**
     * How a socket ended.
     *
     * @param code the close code
     * @param reason as the other side, or the transport, said it
     */
    record Closed(int code, String reason) {
        @Override
        public String toString() {
            return "socket closed with %d %s".formatted(code, reason);
        }
    }
}
