package dev.bascule.models.hub;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.bascule.fallback.cache.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * A server on this machine that plays the Hugging Face hub: redirects large files to its storage, with the hash and the
 * commit on the redirect; serves ranges; and can be told to misbehave.
 */
public final class FakeHub implements AutoCloseable {
    static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    /** What was asked of it: method, path, range and authorization. */
    record Asked(String method, String path, Optional<String> range, Optional<String> authorization) {}

    final List<Asked> log = Collections.synchronizedList(new ArrayList<>());
    public final Map<String, byte[]> files = new ConcurrentHashMap<>();
    /** Answers that break off after half of what they owe. */
    final AtomicInteger breaks = new AtomicInteger();
    /** What they wait for before: a connection that is cut takes along what its client has not come to yet. */
    volatile Runnable beforeBreak = () -> {};
    /** Answers that stand still after half of what they owe. */
    final AtomicInteger stalls = new AtomicInteger();
    /** Status of the hub's own answers; 0 is a healthy hub. */
    final AtomicInteger status = new AtomicInteger();

    final Map<String, String> statusHeaders = new ConcurrentHashMap<>();
    volatile String declaredHash = "";
    volatile boolean plain;
    /** Where it sends on to instead of its storage. */
    volatile Optional<String> location = Optional.empty();

    private final HttpServer server;
    private final String scheme;

    public FakeHub() throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), "http");
    }

    /** One that speaks TLS. */
    static FakeHub secure(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new FakeHub(server, "https");
    }

    private FakeHub(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "played-hub");
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
    }

    public URI endpoint() {
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        log.add(new Asked(
                exchange.getRequestMethod(),
                path,
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Range")),
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))));
        if (path.startsWith("/storage/")) {
            send(exchange, files.get(path.substring("/storage/".length())));
            return;
        }
        if (status.get() != 0) {
            statusHeaders.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
            return;
        }
        String file = path.replaceFirst("/[^/]+/[^/]+/resolve/[^/]+/", "");
        byte[] content = files.get(file);
        if (content == null) {
            exchange.getResponseHeaders().set("X-Error-Code", "EntryNotFound");
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
            return;
        }
        exchange.getResponseHeaders().set("X-Repo-Commit", COMMIT);
        if (plain) {
            send(exchange, content);
            return;
        }
        String hash = declaredHash.isEmpty() ? Sha256.of(content) : declaredHash;
        exchange.getResponseHeaders().set("X-Linked-Etag", "\"" + hash + "\"");
        exchange.getResponseHeaders().set("X-Linked-Size", Integer.toString(content.length));
        // Another host name for the same machine: the token must not follow.
        String storage = scheme + "://localhost:" + server.getAddress().getPort() + "/storage/" + file;
        exchange.getResponseHeaders().set("Location", location.orElse(storage));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void send(HttpExchange exchange, byte[] content) throws IOException {
        String etag = "\"" + (plain ? declaredHash : "storage-" + content.length) + "\"";
        exchange.getResponseHeaders().set("ETag", etag);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(content.length));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
            return;
        }
        String range = exchange.getRequestHeaders().getFirst("Range");
        boolean same = etag.equals(exchange.getRequestHeaders().getFirst("If-Range"));
        int from = range != null && same ? Integer.parseInt(range.replaceAll("\\D", "")) : 0;
        byte[] owed = Arrays.copyOfRange(content, from, content.length);
        if (from > 0) {
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes %d-%d/%d".formatted(from, content.length - 1, content.length));
        }
        exchange.sendResponseHeaders(from > 0 ? 206 : 200, owed.length);
        OutputStream out = exchange.getResponseBody();
        if (take(breaks)) {
            out.write(owed, 0, owed.length / 2);
            out.flush();
            beforeBreak.run();
            // Ends the exchange with bytes still owed, which cuts the connection.
            exchange.close();
        } else if (take(stalls)) {
            out.write(owed, 0, owed.length / 2);
            out.flush();
            pause(20_000);
        } else {
            out.write(owed);
            exchange.close();
        }
    }

    private static boolean take(AtomicInteger left) {
        return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
