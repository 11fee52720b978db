package dev.bascule.nativerunner.child;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * The sending half of a WebSocket. The JDK's takes one message at a time, so each waits for the one before; a large one
 * goes out in pieces, for servers limit the size of a frame. Thread-safe.
 */
final class WebSocketChannel implements FrameChannel {
    private static final int PIECE = 32 * 1024;
    /** A close reason may hold 123 bytes. */
    private static final int LONGEST_REASON = 100;

    private final WebSocket socket;
    private CompletableFuture<WebSocket> tail;

    WebSocketChannel(WebSocket socket) {
        this.socket = socket;
        this.tail = CompletableFuture.completedFuture(socket);
    }

    @Override
    public synchronized void send(Frame frame) {
        // After a failure the rest of the chain fails too; the listener's onError or onClose tells the transport.
        tail = tail.thenCompose(
                done -> frame.fold(text -> sendPieces(text, 0), bytes -> sendPieces(bytes.duplicate())));
    }

    private CompletableFuture<WebSocket> sendPieces(String text, int from) {
        int to = Math.min(text.length(), from + PIECE / 4);
        if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
            to--;
        }
        int next = to;
        boolean last = next == text.length();
        CompletableFuture<WebSocket> sent = socket.sendText(text.substring(from, next), last);
        return last ? sent : sent.thenComposeAsync(done -> sendPieces(text, next));
    }

    private CompletableFuture<WebSocket> sendPieces(ByteBuffer rest) {
        int length = Math.min(PIECE, rest.remaining());
        ByteBuffer piece = rest.slice(rest.position(), length);
        rest.position(rest.position() + length);
        boolean last = !rest.hasRemaining();
        CompletableFuture<WebSocket> sent = socket.sendBinary(piece, last);
        return last ? sent : sent.thenComposeAsync(done -> sendPieces(rest));
    }

    @Override
    public synchronized void close(String reason) {
        String brief = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
        tail = tail.thenCompose(done -> socket.sendClose(WebSocket.NORMAL_CLOSURE, brief));
    }

    /** Waits until what was handed over is out, or failed to get out. */
    synchronized CompletableFuture<Void> flushed() {
        return tail.handle((done, failure) -> null);
    }
}
