package dev.bascule.bridge.server;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.RunnerHub;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.websocket.WsBinaryMessageContext;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsConnectContext;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.exceptions.MessageTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The WebSocket that runners come in by: checks who may, and carries frames to and from the hub. Thread-safe. */
final class RunnerEndpoint {
    static final String PATH = "/runner";
    private static final Logger LOG = LoggerFactory.getLogger(RunnerEndpoint.class);

    private final RunnerHub hub;
    private final BridgeConfig config;
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    private record Open(SocketChannel channel, RunnerHub.Connection connection) {}

    RunnerEndpoint(RunnerHub hub, BridgeConfig config) {
        this.hub = hub;
        this.config = config;
    }

    void install(RoutesConfig routes, RequestGuard guard) {
        routes.wsBeforeUpgrade(PATH, context -> admit(context, guard));
        routes.ws(PATH, this::handlers);
    }

    private void admit(Context context, RequestGuard guard) {
        if (!guard.admits(context)) {
            LOG.warn("refused a runner from origin {}", context.header("Origin"));
            throw new Refusal(HttpError.FORBIDDEN);
        }
        if (open.size() >= config.limits().connections()) {
            throw new Refusal(HttpError.TOO_MANY_CONNECTIONS);
        }
    }

    private void handlers(WsConfig socket) {
        socket.onConnect(this::connected);
        socket.onMessage(context ->
                with(context.sessionId(), runner -> runner.connection().onFrame(new Frame.Text(context.message()))));
        socket.onBinaryMessage(this::binary);
        socket.onClose(context -> {
            Open gone = open.remove(context.sessionId());
            if (gone != null) {
                gone.channel().abandon();
                gone.connection().onClose("socket closed with %d %s".formatted(context.status(), context.reason()));
            }
        });
        socket.onError(context -> {
            Throwable error = context.error();
            LOG.debug("a runner's socket failed: {}", String.valueOf(error));
            if (error instanceof MessageTooLargeException) {
                with(
                        context.sessionId(),
                        runner -> runner.connection().onViolation("frame too large, " + error.getMessage()));
            }
        });
    }

    private void connected(WsConnectContext context) {
        context.session.setIdleTimeout(Duration.ZERO);
        context.enableAutomaticPings(config.pingEvery().toMillis(), TimeUnit.MILLISECONDS);
        SocketChannel channel =
                new SocketChannel(context.session, config.limits().queuedBytes());
        open.put(context.sessionId(), new Open(channel, hub.connect(channel)));
    }

    private void binary(WsBinaryMessageContext context) {
        // Jetty takes its buffer back after this call; tensors keep theirs.
        ByteBuffer copy = ByteBuffer.allocate(context.data().remaining());
        copy.put(context.data()).flip();
        with(context.sessionId(), runner -> runner.connection().onFrame(new Frame.Binary(copy)));
    }

    private void with(String session, Consumer<Open> action) {
        Optional.ofNullable(open.get(session)).ifPresent(action);
    }

    int connections() {
        return open.size();
    }
}
