package dev.bascule.benchmark;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The baseline in the browser: {@code bare.js}, served by the JDK's own server, driven by Playwright. */
final class BarePage implements AutoCloseable {
    private final HttpServer server;
    private final Playwright playwright;
    private final Page page;

    private BarePage(HttpServer server, Playwright playwright, Page page) {
        this.server = server;
        this.playwright = playwright;
        this.page = page;
    }

    static BarePage open(BrowserInstallation browser, Job job) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            List<Tensor> tensors = new ArrayList<>();
            List<Map<String, Object>> described = new ArrayList<>();
            job.feeds().step(0).forEach((name, tensor) -> {
                tensors.add(tensor);
                described.add(Map.of(
                        "name", name,
                        "dtype", tensor.dtype().wireName(),
                        "dims", tensor.shape().dims()));
            });
            server.createContext("/", exchange -> answer(exchange, job, tensors, described));
            server.start();
            Playwright playwright = Playwright.create(new Playwright.CreateOptions()
                    .setEnv(Map.of(
                            "PLAYWRIGHT_NODEJS_PATH", node().toString(), "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            Page page = playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(browser.executable())
                            .setArgs(LaunchOptions.withHardwareGpu(false)
                                    .withRoot(true)
                                    .settings(browser.family().engine())
                                    .flags()
                                    .arguments()))
                    .newPage();
            page.navigate("http://127.0.0.1:" + server.getAddress().getPort() + "/bare.html");
            page.waitForFunction("() => globalThis.block !== undefined");
            return new BarePage(server, playwright, page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path node() {
        return java.util.stream.Stream.of(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(java.io.File.pathSeparator, -1))
                .map(folder -> Path.of(folder, "node"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("node is not on PATH"));
    }

    private static void answer(
            HttpExchange exchange, Job job, List<Tensor> tensors, List<Map<String, Object>> described)
            throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] body;
        if (path.equals("/model.onnx")) {
            body = Files.readAllBytes(job.model().file());
        } else if (path.equals("/inputs.json")) {
            body = Json.MAPPER.writeValueAsBytes(described);
        } else if (path.startsWith("/input-")) {
            body = tensors.get(Integer.parseInt(path.substring("/input-".length())))
                    .bytes();
        } else {
            body = resource(path);
        }
        exchange.getResponseHeaders().add("Content-Type", type(path));
        exchange.getResponseHeaders().add("Cross-Origin-Opener-Policy", "same-origin");
        exchange.getResponseHeaders().add("Cross-Origin-Embedder-Policy", "require-corp");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static byte[] resource(String path) throws IOException {
        String name = path.startsWith("/ort/") ? "/dev/bascule/browser/web" + path : "/dev/bascule/benchmark" + path;
        try (InputStream stream = BarePage.class.getResourceAsStream(name)) {
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

    Samples block(int iterations) {
        if (page.evaluate("n => block(n)", iterations) instanceof List<?> samples) {
            return Samples.ofMillis(samples.stream()
                    .mapToDouble(sample -> ((Number) sample).doubleValue())
                    .toArray());
        }
        throw new IllegalStateException("the bare page gave no samples");
    }

    @Override
    public void close() {
        playwright.close();
        server.stop(0);
    }
}
