package dev.bascule.bridge.server;

import dev.bascule.bridge.limit.AddressKey;
import dev.bascule.bridge.limit.LogLimit;
import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.text.PlainText;
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
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.exceptions.MessageTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The WebSockets of one path: checks who may come in, and carries frames to and from a handler. Thread-safe. */
final class SocketEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(SocketEndpoint.class);

    /** A stranger, who has shown no token yet, gets no more than a greeting needs. */
    private static final int GREETING_BYTES = 64 * 1024;

    /** Who has not greeted yet takes no runner's place, but not all of the machine either. */
    private static final int STRANGERS = 64;

    private static final int STRANGERS_OF_ADDRESS = 16;

    /** RFC 6455's registry of close codes, 1008. */
    private static final int POLICY = 1008;

    /** RFC 6455's registry of close codes, 1013. */
    private static final int TRY_AGAIN_LATER = 1013;

    private final SocketHandler handler;
    private final Duration pingEvery;
    private final LogLimit refusals;
    private final Map<String, Open> open = new ConcurrentHashMap<>();
    /** Pings keep a socket from being idle, so that the time for a greeting needs a clock of its own. */
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "greeting-deadlines");
        thread.setDaemon(true);
        return thread;
    });

    private static final class Open {
        private final Session session;
        private final SocketChannel channel;
        private final SocketHandler.SocketListener visitor;
        private final String address;
        private volatile boolean greeted;

        private Open(Session session, SocketChannel channel, SocketHandler.SocketListener visitor, String address) {
            this.session = session;
            this.channel = channel;
            this.visitor = visitor;
            this.address = AddressKey.of(address);
        }
    }

    SocketEndpoint(SocketHandler handler, Duration pingEvery, LogLimit refusals) {
        this.handler = handler;
        this.pingEvery = pingEvery;
        this.refusals = refusals;
    }

    void install(RoutesConfig routes, RequestGuard guard) {
        routes.wsBeforeUpgrade(handler.path(), context -> admit(context, guard));
        routes.ws(handler.path(), this::handlers);
    }

    private void admit(Context context, RequestGuard guard) {
        if (!guard.admits(context)) {
            if (refusals.tells(context.req().getRemoteAddr())) {
                LOG.warn(
                        "refused a socket from origin {}",
                        PlainText.line(
                                Optional.ofNullable(context.header("Origin")).orElse("none")));
            }
            throw new HttpRefusal(HttpError.FORBIDDEN);
        }
        if (!hasRoom(context.req().getRemoteAddr())) {
            throw new HttpRefusal(HttpError.TOO_MANY_CONNECTIONS);
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
                gone.visitor.onClose(new SocketHandler.Closed(context.status(), String.valueOf(context.reason())));
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
        session.setIdleTimeout(handler.limits().patience());
        session.setMaxTextMessageSize(Math.min(GREETING_BYTES, handler.limits().textBytes()));
        session.setMaxBinaryMessageSize(
                Math.min(GREETING_BYTES, handler.limits().binaryBytes()));
        SocketChannel channel = new SocketChannel(session, handler.limits().queuedBytes());
        if (!entered(context.sessionId(), session, channel)) {
            session.close(TRY_AGAIN_LATER, "too many connections", Callback.NOOP);
            return;
        }
        context.enableAutomaticPings(pingEvery.toMillis(), TimeUnit.MILLISECONDS);
        String id = context.sessionId();
        Future<?> unused = deadlines.schedule(
                () -> with(id, SocketEndpoint::refuseSilent),
                handler.limits().patience().toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private static void refuseSilent(Open guest) {
        if (!guest.greeted) {
            guest.session.close(
                    POLICY,
                    "no greeting came in time",
                    Callback.from(guest.session::disconnect, error -> guest.session.disconnect()));
        }
    }

    private boolean hasRoom(String address) {
        String key = AddressKey.of(address);
        long strangers = open.values().stream().filter(one -> !one.greeted).count();
        long ofAddress = open.values().stream()
                .filter(one -> !one.greeted && one.address.equals(key))
                .count();
        return strangers < STRANGERS
                && ofAddress < STRANGERS_OF_ADDRESS
                && guests() < handler.limits().connections();
    }

    private long guests() {
        return open.values().stream().filter(one -> one.greeted).count();
    }

    /** Handshakes that were admitted at the same moment are counted again here, one at a time. */
    private boolean entered(String id, Session session, SocketChannel channel) {
        synchronized (open) {
            String address = address(session);
            if (!hasRoom(address)) {
                return false;
            }
            open.put(id, new Open(session, channel, handler.visit(channel, address), address));
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
            synchronized (open) {
                if (guests() >= handler.limits().connections()) {
                    guest.session.close(TRY_AGAIN_LATER, "too many connections", Callback.NOOP);
                    return;
                }
                guest.greeted = true;
            }
            guest.session.setIdleTimeout(Duration.ZERO);
            guest.session.setMaxTextMessageSize(handler.limits().textBytes());
            guest.session.setMaxBinaryMessageSize(handler.limits().binaryBytes());
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

    /** Nobody is waited for any more. */
    void close() {
        deadlines.shutdownNow();
    }

    int connections() {
        return open.size();
    }
}
