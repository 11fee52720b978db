package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.protocol.RunnerHub;
import io.javalin.Javalin;
import io.javalin.websocket.WsContext;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The host's side of the socket, as small as can be: a hub behind Jetty, with Jetty's own limit on frames. */
final class SocketHost implements AutoCloseable {
    private static final long MOST_BYTES = 256L << 20;

    private final RunnerHub hub = new RunnerHub(Duration.ofMinutes(1));
    private final Map<String, WsContext> sockets = new ConcurrentHashMap<>();
    private final Map<String, RunnerHub.Connection> connections = new ConcurrentHashMap<>();
    private final Javalin server;

    SocketHost() {
        server = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.routes.ws("/runner", ws -> {
                        ws.onConnect(context -> {
                            context.session.setMaxBinaryMessageSize(MOST_BYTES);
                            context.session.setMaxTextMessageSize(MOST_BYTES);
                            sockets.put(context.sessionId(), context);
                            connections.put(context.sessionId(), hub.connect(channel(context)));
                        });
                        ws.onMessage(context ->
                                connections.get(context.sessionId()).onFrame(new Frame.Text(context.message())));
                        ws.onBinaryMessage(context ->
                                connections.get(context.sessionId()).onFrame(new Frame.Binary(copy(context.data()))));
                        ws.onClose(context -> {
                            sockets.remove(context.sessionId());
                            connections.remove(context.sessionId()).onClose("closed");
                        });
                    });
                })
                .start("127.0.0.1", 0);
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }

    private static FrameChannel channel(WsContext context) {
        return new FrameChannel() {
            @Override
            public synchronized void send(Frame frame) {
                if (frame instanceof Frame.Text text) {
                    context.send(text.text());
                } else {
                    context.send(((Frame.Binary) frame).bytes());
                }
            }

            @Override
            public void close(String reason) {
                context.closeSession(1000, reason);
            }
        };
    }

    RunnerHub hub() {
        return hub;
    }

    URI uri() {
        return URI.create("ws://127.0.0.1:" + server.port() + "/runner");
    }

    /** Cuts every connection without a word. */
    void cut() {
        sockets.values().forEach(socket -> socket.session.disconnect());
    }

    @Override
    public void close() {
        server.stop();
    }
}
