package dev.bascule.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A folder behind a static server: a repro as its report says to look at it. */
public final class ServedRepro implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    private ServedRepro(HttpServer server) {
        this.server = server;
    }

    static ServedRepro of(Path folder) {
        return of(folder, Map.of());
    }

    /** @param headers of every answer, beside its type */
    public static ServedRepro of(Path folder, Map<String, String> headers) {
        try {
            ServedRepro served =
                    new ServedRepro(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
            served.server.setExecutor(served.threads);
            served.server.createContext("/", exchange -> answer(exchange, folder, headers));
            served.server.start();
            return served;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void answer(HttpExchange exchange, Path folder, Map<String, String> headers) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Path file = folder.resolve(path.equals("/") ? "index.html" : path.substring(1));
        try (exchange) {
            if (!Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            headers.forEach(exchange.getResponseHeaders()::set);
            byte[] content = Files.readAllBytes(file);
            exchange.getResponseHeaders().set("Content-Type", type(path));
            exchange.sendResponseHeaders(200, content.length);
            exchange.getResponseBody().write(content);
        }
    }

    private static String type(String path) {
        if (path.endsWith(".mjs") || path.endsWith(".js")) {
            return "text/javascript";
        }
        return path.endsWith(".wasm")
                ? "application/wasm"
                : path.endsWith(".onnx") ? "application/octet-stream" : "text/html";
    }

    public String address() {
        return "http://localhost:%d/".formatted(server.getAddress().getPort());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
