package dev.bascule.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.protocol.Envelope;
import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameCodec;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A runner's socket in plain Java: what a page does, spoken by hand. */
public final class SocketRunner implements WebSocket.Listener {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    final CompletableFuture<String> closed = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream binary = new ByteArrayOutputStream();
    private WebSocket socket;

    public static SocketRunner connect(BridgeServer bridge) {
        return connect(bridge.runnerSocket(), Optional.empty());
    }

    public static SocketRunner connect(URI uri, Optional<String> origin) {
        return connect(CLIENT, uri, origin);
    }

    static SocketRunner connect(HttpClient client, URI uri, Optional<String> origin) {
        SocketRunner runner = new SocketRunner();
        WebSocket.Builder builder = client.newWebSocketBuilder();
        origin.ifPresent(value -> builder.header("Origin", value));
        runner.socket = builder.buildAsync(uri, runner).join();
        return runner;
    }

    public SocketRunner hello(String token) {
        return send(new Envelope(0, 0, greeting(token, Optional.empty())));
    }

    public SocketRunner resume(String token, String session, long lastSeq) {
        return send(new Envelope(0, 0, greeting(token, Optional.of(new Message.Resume(session, lastSeq)))));
    }

    private static Message.Hello greeting(String token, Optional<Message.Resume> resume) {
        return new Message.Hello(Message.VERSION, token, new Message.RunnerName("native", "by hand"), resume);
    }

    /** Says that it can do nothing, which is enough to join. */
    public SocketRunner join(String token) {
        return hello(token).send(new Envelope(1, 0, new Message.Capable(List.of(), List.of(), Map.of())));
    }

    public SocketRunner send(Envelope envelope) {
        return send(FrameCodec.encode(envelope));
    }

    public SocketRunner send(Frame frame) {
        if (frame instanceof Frame.Text message) {
            socket.sendText(message.text(), true).join();
        } else if (frame instanceof Frame.Binary message) {
            socket.sendBinary(message.bytes().duplicate(), true).join();
        }
        return this;
    }

    public Packet next() throws Exception {
        Frame frame = frames.poll(30, TimeUnit.SECONDS);
        assertThat(frame).as("a frame within 30 s").isNotNull();
        return FrameCodec.decode(frame).packet();
    }

    /** Drops the connection as a network failure does. */
    public void cut() {
        socket.abort();
    }

    public String closeReason() throws Exception {
        return closed.get(30, TimeUnit.SECONDS);
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            frames.add(new Frame.Text(text.toString()));
            text.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket webSocket, ByteBuffer data, boolean last) {
        byte[] part = new byte[data.remaining()];
        data.get(part);
        binary.writeBytes(part);
        if (last) {
            frames.add(new Frame.Binary(ByteBuffer.wrap(binary.toByteArray())));
            binary.reset();
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int status, String reason) {
        closed.complete(status + " " + reason);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.completeExceptionally(error);
    }
}
