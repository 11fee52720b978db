package dev.bascule.bridge.direct;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.CapabilityToken;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The first page of a browser without a driver, and the only hand that the host has in it: it opens each address that it
 * is sent in a page of its own. It is not cross-origin isolated and the runner's pages are, so browsers keep it in another
 * process, where a page that hangs or crashes cannot take it along; and the pages that it opens are top-level ones that
 * know nothing of it. While nothing is opened there is no traffic. When its host is gone it closes itself, and with its
 * last page the browser. Thread-safe.
 */
final class OpenerPage implements AutoCloseable {
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store");
    private static final String PAGE = """
            <!doctype html><meta charset="utf-8"><title>Bascule</title>
            <p>Bascule opens its pages from here.</p><script src="opener.js"></script>
            """;
    /** noopener: a page that could be reached from here would share more with this one than the address. */
    private static final String SCRIPT = """
            const orders = new EventSource('orders');
            orders.onmessage = (order) => open(order.data, '_blank', 'noopener');
            orders.onerror = () => setTimeout(() => orders.readyState === EventSource.OPEN || close(), %d);
            """;

    private static final Duration ALONE = Duration.ofSeconds(5);

    private final HttpServer server;
    private final ExecutorService threads;
    private final String folder;
    private final CompletableFuture<Boolean> shown = new CompletableFuture<>();
    private Optional<OutputStream> orders = Optional.empty();

    private OpenerPage(HttpServer server, String folder) {
        this.server = server;
        this.folder = folder;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "opener page");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", this::answer);
    }

    /** Serves it on a free port of the loopback address, at a path that nobody can guess. */
    static OpenerPage serve() {
        try {
            HttpServer server =
                    HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
            OpenerPage page =
                    new OpenerPage(server, "/" + CapabilityToken.random().reveal() + "/");
            server.start();
            return page;
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.BRIDGE_FAILED, "no port for the opener page: %s".formatted(e.getMessage()));
        }
    }

    String address() {
        return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), folder);
    }

    /** A file that leads here: command lines are for every user to read, and the address is not. */
    String signpost() {
        return "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=%s\">".formatted(address());
    }

    /** Completes when a browser shows it. */
    CompletableFuture<Boolean> shown() {
        return shown;
    }

    /** Asks for a page of its own for this address; why it cannot be asked for, where it cannot. */
    synchronized Optional<String> open(String url) {
        if (url.lines().count() != 1) {
            throw new IllegalArgumentException("an address has one line");
        }
        if (orders.isEmpty()) {
            return Optional.of("the browser's first page is gone");
        }
        try {
            send(orders.get(), "data: " + url + "\n\n");
            return Optional.empty();
        } catch (IOException e) {
            orders = Optional.empty();
            return Optional.of("the browser's first page does not listen any more: " + e.getMessage());
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        HEADERS.forEach(exchange.getResponseHeaders()::set);
        if (!exchange.getRequestMethod().equals("GET") || !path.startsWith(folder)) {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
            return;
        }
        switch (path.substring(folder.length())) {
            case "" -> body(exchange, "text/html; charset=utf-8", PAGE);
            case "opener.js" -> body(exchange, "text/javascript", SCRIPT.formatted(ALONE.toMillis()));
            case "orders" -> listen(exchange);
            default -> {
                exchange.sendResponseHeaders(404, -1);
                exchange.close();
            }
        }
    }

    private static void body(HttpExchange exchange, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** The stream of orders stays open; the last page that asks for it gets them. */
    private synchronized void listen(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream stream = exchange.getResponseBody();
        send(stream, ": here\n\n");
        orders = Optional.of(stream);
        shown.complete(true);
    }

    private static void send(OutputStream stream, String text) throws IOException {
        stream.write(text.getBytes(StandardCharsets.UTF_8));
        stream.flush();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
