package dev.bascule.bridge.server;

import dev.bascule.fallback.protocol.Frame;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.websocket.WsBinaryMessageContext;
import io.javalin.websocket.WsConfig;
import io.javalin.websocket.WsConnectContext;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.exceptions.MessageTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The WebSockets of one path: checks who may come in, and carries frames to and from a desk. Thread-safe. */
final class SocketEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(SocketEndpoint.class);

    /** A stranger, who has shown no token yet, gets no more than a greeting needs. */
    private static final int GREETING_BYTES = 64 * 1024;

    private static final Duration GREETING_TIME = Duration.ofSeconds(15);

    /** RFC 6455's registry of close codes, 1013. */
    private static final int TRY_AGAIN_LATER = 1013;

    private final SocketDesk desk;
    private final Duration pingEvery;
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    private static final class Open {
        private final Session session;
        private final SocketChannel channel;
        private final SocketDesk.Visitor visitor;
        private boolean greeted;

        private Open(Session session, SocketChannel channel, SocketDesk.Visitor visitor) {
            this.session = session;
            this.channel = channel;
            this.visitor = visitor;
        }
    }

    SocketEndpoint(SocketDesk desk, Duration pingEvery) {
        this.desk = desk;
        this.pingEvery = pingEvery;
    }

    void install(RoutesConfig routes, RequestGuard guard) {
        routes.wsBeforeUpgrade(desk.path(), context -> admit(context, guard));
        routes.ws(desk.path(), this::handlers);
    }

    private void admit(Context context, RequestGuard guard) {
        if (!guard.admits(context)) {
            LOG.warn("refused a socket from origin {}", context.header("Origin"));
            throw new Refusal(HttpError.FORBIDDEN);
        }
        if (open.size() >= desk.limits().connections()) {
            throw new Refusal(HttpError.TOO_MANY_CONNECTIONS);
        }
    }

    private void handlers(WsConfig socket) {
        socket.onConnect(this::connected);
        socket.onMessage(context ->
                with(context.sessionId(), guest -> received(guest, new Frame.Text(context.message()))));
        socket.onBinaryMessage(this::binary);
        socket.onClose(context -> {
            Open gone = open.remove(context.sessionId());
            if (gone != null) {
                gone.channel.abandon();
                gone.visitor.onClose(new SocketDesk.Closed(context.status(), String.valueOf(context.reason())));
            }
        });
        socket.onError(context -> {
            Throwable error = context.error();
            LOG.debug("a socket failed: {}", String.valueOf(error));
            if (error instanceof MessageTooLargeException) {
                with(context.sessionId(), guest -> guest.visitor.onViolation("frame too large, " + error.getMessage()));
            }
        });
    }

    private void connected(WsConnectContext context) {
        Session session = context.session;
        session.setIdleTimeout(GREETING_TIME);
        session.setMaxTextMessageSize(Math.min(GREETING_BYTES, desk.limits().textBytes()));
        session.setMaxBinaryMessageSize(Math.min(GREETING_BYTES, desk.limits().binaryBytes()));
        SocketChannel channel = new SocketChannel(session, desk.limits().queuedBytes());
        if (!entered(context.sessionId(), session, channel)) {
            session.close(TRY_AGAIN_LATER, "too many connections", Callback.NOOP);
            return;
        }
        context.enableAutomaticPings(pingEvery.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Handshakes that were admitted at the same moment are counted again here, one at a time. */
    private boolean entered(String id, Session session, SocketChannel channel) {
        synchronized (open) {
            if (open.size() >= desk.limits().connections()) {
                return false;
            }
            open.put(id, new Open(session, channel, desk.visit(channel, address(session))));
            return true;
        }
    }

    private static String address(Session session) {
        return session.getRemoteSocketAddress() instanceof InetSocketAddress inet && inet.getAddress() != null
                ? inet.getAddress().getHostAddress()
                : "unknown";
    }

    private void received(Open guest, Frame frame) {
        guest.visitor.onFrame(frame);
        if (!guest.greeted && guest.channel.isOpen()) {
            guest.greeted = true;
            guest.session.setIdleTimeout(Duration.ZERO);
            guest.session.setMaxTextMessageSize(desk.limits().textBytes());
            guest.session.setMaxBinaryMessageSize(desk.limits().binaryBytes());
        }
    }

    private void binary(WsBinaryMessageContext context) {
        // Jetty takes its buffer back after this call; tensors keep theirs.
        ByteBuffer copy = ByteBuffer.allocate(context.data().remaining());
        copy.put(context.data()).flip();
        with(context.sessionId(), guest -> received(guest, new Frame.Binary(copy)));
    }

    private void with(String session, Consumer<Open> action) {
        Optional.ofNullable(open.get(session)).ifPresent(action);
    }

    int connections() {
        return open.size();
    }
}
