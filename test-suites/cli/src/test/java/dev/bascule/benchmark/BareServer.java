package dev.bascule.benchmark;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's own HTTP server with a baseline's page, onnxruntime-web, and what else the benchmark has for it. */
final class BareServer implements AutoCloseable {
    static {
        // Else each answer waits 40 ms for a delayed acknowledgement, which would make a straw man of the baseline.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** What the benchmark serves beside its resources; empty for what is none of it. */
    @FunctionalInterface
    interface Files {
        Optional<byte[]> at(String path) throws IOException;
    }

    private BareServer(HttpServer server) {
        this.server = server;
    }

    static BareServer start(Files files) {
        try {
            BareServer started =
                    new BareServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
            started.server.setExecutor(started.threads);
            started.server.createContext("/", exchange -> answer(exchange, files));
            started.server.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private static void answer(HttpExchange exchange, Files files) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Optional<byte[]> file = files.at(path);
        byte[] body = file.isPresent() ? file.get() : resource(path);
        exchange.getResponseHeaders().add("Content-Type", type(path));
        exchange.getResponseHeaders().add("Cross-Origin-Opener-Policy", "same-origin");
        exchange.getResponseHeaders().add("Cross-Origin-Embedder-Policy", "require-corp");
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    private static byte[] resource(String path) throws IOException {
        String name = path.startsWith("/ort/") ? "/dev/bascule/browser/web" + path : "/dev/bascule/benchmark" + path;
        try (InputStream stream = BareServer.class.getResourceAsStream(name)) {
            return stream == null ? new byte[0] : stream.readAllBytes();
        }
    }

    private static String type(String path) {
        if (path.endsWith(".html")) {
            return "text/html";
        }
        if (path.endsWith("js")) {
            return "text/javascript";
        }
        return path.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
