package dev.bascule.nativerunner.child;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Keeps a link connected to the host's WebSocket: dials, dials again after a cut, and gives up when the host refused or
 * stays away. {@link #run} belongs to one thread, {@link #leave} to any.
 */
final class SocketTransport {
    private static final Duration DIAL_LIMIT = Duration.ofSeconds(10);
    /** Close codes after which trying again cannot help: the host refused what this runner is or sent. */
    private static final Set<Integer> FINAL = Set.of(1000, 1002, 1003, 1007, 1008, 1009, 1010);

    private final URI uri;
    private final RunnerLink link;
    private final Backoff backoff;
    private final HttpClient http = client();
    private final CompletableFuture<String> left = new CompletableFuture<>();

    SocketTransport(URI uri, RunnerLink link, Backoff backoff) {
        this.uri = uri;
        this.link = link;
        this.backoff = backoff;
    }

    /** A client without TLS, for the host's socket is plain and on this machine. */
    private static HttpClient client() {
        return HttpClient.newBuilder()
                .connectTimeout(DIAL_LIMIT)
                .proxy(HttpClient.Builder.NO_PROXY)
                .sslContext(new NoTls())
                .build();
    }

    /** Ends the connection for good. */
    void leave(String reason) {
        left.complete(reason);
    }

    /** How a connection ended: the close code, or empty when it broke. */
    private record Ended(Optional<Integer> code, String reason, boolean wasOpen) {}

    /** Stays connected until somebody leaves; answers why. */
    String run() throws InterruptedException {
        int failures = 0;
        while (!left.isDone()) {
            Ended ended = connection();
            if (left.isDone()) {
                break;
            }
            failures = ended.wasOpen() ? 0 : failures + 1;
            if (ended.code().filter(FINAL::contains).isPresent() || failures > backoff.tries()) {
                return "connection closed: " + ended.reason();
            }
            Thread.sleep(backoff.before(failures).toMillis());
        }
        return left.join();
    }

    private Ended connection() {
        Listener listener = new Listener();
        WebSocket socket;
        try {
            socket = http.newWebSocketBuilder()
                    .connectTimeout(DIAL_LIMIT)
                    .buildAsync(uri, listener)
                    .join();
        } catch (CompletionException e) {
            return new Ended(Optional.empty(), String.valueOf(e.getCause()), false);
        }
        Object first = CompletableFuture.anyOf(listener.ended, left).join();
        listener.channel.ifPresent(link::closed);
        if (first instanceof Ended ended) {
            return ended;
        }
        listener.channel.ifPresent(channel -> {
            channel.close(String.valueOf(first));
            channel.flushed().join();
        });
        socket.abort();
        return new Ended(Optional.of(WebSocket.NORMAL_CLOSURE), String.valueOf(first), true);
    }

    private final class Listener implements WebSocket.Listener {
        private final CompletableFuture<Ended> ended = new CompletableFuture<>();
        private final FrameAssembler assembler = new FrameAssembler();
        private volatile Optional<WebSocketChannel> channel = Optional.empty();

        @Override
        public void onOpen(WebSocket socket) {
            WebSocketChannel opened = new WebSocketChannel(socket);
            channel = Optional.of(opened);
            link.opened(opened);
            socket.request(1);
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            assembler.text(data, last).ifPresent(this::take);
            socket.request(1);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            assembler.binary(data, last).ifPresent(this::take);
            socket.request(1);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            ended.complete(new Ended(Optional.of(code), "%d %s".formatted(code, reason), true));
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            ended.complete(new Ended(Optional.empty(), String.valueOf(error), true));
        }

        private void take(Frame frame) {
            try {
                link.received(channel.orElseThrow(), frame);
            } catch (ProtocolException e) {
                channel.ifPresent(broken -> broken.close("protocol error: " + e.getMessage()));
                ended.complete(new Ended(Optional.of(1002), String.valueOf(e.getMessage()), true));
            }
        }
    }
}
