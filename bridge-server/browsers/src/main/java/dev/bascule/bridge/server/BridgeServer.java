package dev.bascule.bridge.server;

import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.bridge.limit.AddressKey;
import dev.bascule.bridge.limit.LogLimit;
import dev.bascule.bridge.limit.RateLimiter;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.protocol.RunnerHub;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.RunnerGateway;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.compression.Gzip;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server that runners come to: pages and model files over HTTP, the runner protocol over WebSocket. Answers its own
 * pages only (Host and Origin), and serves nothing but listed files. Thread-safe.
 */
public final class BridgeServer implements RunnerGateway, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BridgeServer.class);
    private static final int THREADS = 48;
    private static final int THREADS_OF_ADDRESS = 24;

    private static final Duration REQUESTS_IN = Duration.ofSeconds(10);
    private static final int SOCKET_BUFFER = 128 * 1024;
    private static final long MAX_FRAME = 4 * 1024 * 1024;
    /** JSON shrinks to a tenth even so, and something may be measured meanwhile. */
    private static final int QUICKEST = 1;

    private final Javalin server;
    private final RunnerHub hub;
    private final ServedModels servedModels;
    private final SocketEndpoint runners;
    private final List<SocketEndpoint> others;
    private final StaticFiles pages;
    private final URI origin;
    private final List<URI> addresses;
    private final Optional<EnginePackage> engine;

    private BridgeServer(
            Javalin server,
            RunnerHub hub,
            ServedModels servedModels,
            SocketEndpoint runners,
            List<SocketEndpoint> others,
            StaticFiles pages,
            ListeningPorts listeners,
            Optional<EnginePackage> engine) {
        this.engine = engine;
        this.server = server;
        this.hub = hub;
        this.servedModels = servedModels;
        this.runners = runners;
        this.others = others;
        this.pages = pages;
        this.origin = listeners.local();
        this.addresses = listeners.open();
    }

    /**
     * Binds and starts.
     *
     * @throws BasculeException {@link ErrorCode#BRIDGE_FAILED} when the address is taken or the page is not built
     */
    public static BridgeServer start(BridgeConfig config) {
        return start(config, List.of());
    }

    /**
     * The same, with more handlers than the runners'. Where there is one, runner pages may stand in frames of the bridge's own
     * pages.
     */
    public static BridgeServer start(BridgeConfig config, List<SocketHandler> handlers) {
        return start(config, handlers, List.of());
    }

    /** The same, with providers that bring pages of their own. They are closed by whoever made them. */
    public static BridgeServer start(BridgeConfig config, List<SocketHandler> handlers, List<RouteProvider> web) {
        return start(config, handlers, web, StaticFiles.onClassPath(StaticFiles.RUNNER_PAGES, "runner.html"));
    }

    static BridgeServer start(BridgeConfig config, List<SocketHandler> handlers, StaticFiles pages) {
        return start(config, handlers, List.of(), pages);
    }

    private static BridgeServer start(
            BridgeConfig config, List<SocketHandler> handlers, List<RouteProvider> web, StaticFiles bundled) {
        StaticFiles pages = config.engine().map(bundled::with).orElse(bundled);
        RunnerHub hub = new RunnerHub(config.grace());
        ServedModels servedModels = new ServedModels();
        LogLimit refusals = new LogLimit(Clock.systemUTC());
        SocketEndpoint runners =
                new SocketEndpoint(new RunnerSocketHandler(hub, config.limits()), config.pingEvery(), refusals);
        RequestGuard guard = RequestGuard.of(config.host());
        ListeningPorts listeners = new ListeningPorts(config);
        List<SocketEndpoint> others = handlers.stream()
                .map(each -> new SocketEndpoint(each, config.pingEvery(), refusals))
                .toList();
        Javalin server = Javalin.create(javalin -> {
            configure(javalin, config);
            listeners.install(javalin);
            routes(
                    javalin,
                    pages,
                    servedModels,
                    guard,
                    new SecurityHeaders(!handlers.isEmpty(), web),
                    web,
                    config.requests());
            runners.install(javalin.routes, guard);
            others.forEach(endpoint -> endpoint.install(javalin.routes, guard));
        });
        try {
            server.start();
        } catch (RuntimeException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.BRIDGE_FAILED,
                    "the bridge cannot listen on %s port %d: %s"
                            .formatted(config.host(), config.port(), e.getMessage()),
                    "choose another port, or 0 for a free one",
                    "bind to an address of this machine, or to 0.0.0.0 for all");
        }
        BridgeServer bridge =
                new BridgeServer(server, hub, servedModels, runners, others, pages, listeners, config.engine());
        LOG.debug("the bridge listens on {}", bridge.addresses());
        return bridge;
    }

    private static void configure(JavalinConfig javalin, BridgeConfig config) {
        javalin.startup.showJavalinBanner = false;
        javalin.startup.showOldJavalinVersionWarning = false;
        javalin.startup.startupWatcherEnabled = false;
        javalin.http.compressionStrategy = new CompressionStrategy(null, new Gzip(QUICKEST));
        javalin.http.maxRequestSize = 64 * 1024;
        QueuedThreadPool threads = new QueuedThreadPool(THREADS);
        threads.setName("bridge");
        threads.setDaemon(true);
        javalin.jetty.threadPool = threads;
        javalin.jetty.modifyServer(server ->
                ServerLimits.install(server, THREADS_OF_ADDRESS, config.limits().patience()));
        javalin.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        javalin.jetty.modifyWebSocketServletFactory(sockets -> {
            sockets.setMaxTextMessageSize(config.limits().textBytes());
            sockets.setMaxBinaryMessageSize(config.limits().binaryBytes());
            // Jetty's own sizes are for chat: a tensor would come in steps of 4 KiB and leave in frames of 64 KiB.
            sockets.setInputBufferSize(SOCKET_BUFFER);
            sockets.setOutputBufferSize(SOCKET_BUFFER);
            sockets.setMaxFrameSize(MAX_FRAME);
        });
        javalin.jetty.modifyServletContextHandler(handler -> handler.addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarted(LifeCycle started) {
                // Deflating tensors costs the time that is being measured, and saves nothing on one machine.
                WebSocketServerComponents.getWebSocketComponents(handler)
                        .getExtensionRegistry()
                        .unregister("permessage-deflate");
            }
        }));
    }

    private static void routes(
            JavalinConfig javalin,
            StaticFiles pages,
            ServedModels servedModels,
            RequestGuard guard,
            SecurityHeaders headers,
            List<RouteProvider> web,
            int allowed) {
        RateLimiter requests = new RateLimiter(Clock.systemUTC(), allowed, REQUESTS_IN);
        javalin.routes.before(context -> {
            headers.set(context);
            if (requests.take(AddressKey.of(context.req().getRemoteAddr())).isPresent()) {
                throw new HttpRefusal(HttpError.TOO_MANY_REQUESTS);
            }
            if (!guard.admits(context)) {
                throw new HttpRefusal(HttpError.FORBIDDEN);
            }
            if (owner(web, context).isPresent()) {
                context.header("Vary", "Accept-Encoding");
            } else {
                // Deflating models and runner pages costs the time that is being measured.
                context.disableCompression();
            }
        });
        web.forEach(each -> each.install(javalin.routes));
        javalin.routes.get(ServedModels.ROUTE, servedModels::serve);
        javalin.routes.get("/*", context -> servePage(context, pages));
        javalin.routes.exception(HttpRefusal.class, (refusal, context) -> {
            owner(web, context)
                    .filter(each -> refusal.error() == HttpError.FORBIDDEN)
                    .ifPresentOrElse(
                            each -> each.refuse(context), () -> refusal.error().answer(context));
        });
        javalin.routes.exception(HttpResponseException.class, (response, context) -> {
            owner(web, context)
                    .ifPresentOrElse(
                            each -> each.answer(response, context),
                            () -> (response.getStatus() == 405 ? HttpError.METHOD_NOT_ALLOWED : HttpError.NOT_FOUND)
                                    .answer(context));
        });
        javalin.routes.exception(IOException.class, (error, context) -> {
            if (error.getCause() instanceof EofException || error instanceof EofException) {
                LOG.debug("the client of {} left before its end", ServedModels.told(context.path()));
                return;
            }
            failed(web, error, context);
        });
        javalin.routes.exception(TimeoutException.class, (error, context) -> {
            // It reads no answer either.
            LOG.debug("the client of {} was too slow", ServedModels.told(context.path()));
        });
        javalin.routes.exception(Exception.class, (error, context) -> failed(web, error, context));
    }

    private static void failed(List<RouteProvider> web, Exception error, Context context) {
        Optional<RouteProvider> owner = owner(web, context);
        if (owner.isPresent()) {
            owner.get().answer(error, context);
            return;
        }
        LOG.warn("{} {} failed", context.method(), ServedModels.told(context.path()), error);
        HttpError.INTERNAL.answer(context);
    }

    private static Optional<RouteProvider> owner(List<RouteProvider> web, Context context) {
        return web.stream().filter(each -> each.owns(context.path())).findFirst();
    }

    private static void servePage(Context context, StaticFiles pages) throws IOException {
        if (!pages.serve(context)) {
            // Thrown, so that whoever owns the path answers in their own manner.
            throw new NotFoundResponse();
        }
    }

    /** Where this machine finds its pages, such as {@code http://127.0.0.1:41234}; never by TLS. */
    public URI origin() {
        return origin;
    }

    /** Where other devices find its pages, as far as it listens to them: the most likely address first. */
    public List<URI> addresses() {
        return addresses;
    }

    /** The WebSocket that runners come in by. */
    public URI runnerSocket() {
        return URI.create("ws://" + origin.getAuthority() + RunnerSocketHandler.PATH);
    }

    /** Gives files an address under {@link #origin()} that only who is told it can fetch from, until it is withdrawn. For pages. */
    public AssetLocator assets() {
        return servedModels;
    }

    @Override
    public Invitation invite(String name, AssetLocator locator) {
        return hub.invite(name, locator);
    }

    @Override
    public Optional<String> servedEngine() {
        return engine.map(served -> served.version().toString()).or(ServedEngine::version);
    }

    /** The version of onnxruntime-web that pages load where no other is asked for; empty where the pages are not built. */
    public static Optional<String> bundledEngine() {
        return ServedEngine.version();
    }

    /** How many runners are connected now. */
    public int connections() {
        return runners.connections();
    }

    /** Closes every connection and frees the port. May be called twice. */
    @Override
    public void close() {
        server.stop();
        runners.close();
        others.forEach(SocketEndpoint::close);
        try {
            pages.close();
        } catch (IOException e) {
            LOG.debug("the pages' jar cannot be closed: {}", e.toString());
        }
    }
}
