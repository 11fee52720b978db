package dev.bascule.benchmark;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The baseline in the browser: {@code bare.js}, served by the JDK's own server, driven by Playwright. */
final class BarePage implements AutoCloseable {
    private final BareServer server;
    private final BareBrowser browser;

    private BarePage(BareServer server, BareBrowser browser) {
        this.server = server;
        this.browser = browser;
    }

    static BarePage open(BrowserInstallation installation, Job job) {
        List<Tensor> tensors = new ArrayList<>();
        List<Map<String, Object>> described = new ArrayList<>();
        job.feeds().step(0).forEach((name, tensor) -> {
            tensors.add(tensor);
            described.add(Map.of(
                    "name", name,
                    "dtype", tensor.dtype().wireName(),
                    "dims", tensor.shape().dims()));
        });
        BareServer server = BareServer.start(path -> file(path, job, tensors, described));
        BareBrowser browser = BareBrowser.open(installation);
        browser.page().navigate(server.address("/bare.html"));
        browser.page().waitForFunction("() => globalThis.block !== undefined");
        return new BarePage(server, browser);
    }

    private static Optional<byte[]> file(
            String path, Job job, List<Tensor> tensors, List<Map<String, Object>> described) throws IOException {
        if (path.equals("/model.onnx")) {
            return Optional.of(Files.readAllBytes(job.model().file()));
        }
        if (path.equals("/inputs.json")) {
            return Optional.of(Json.MAPPER.writeValueAsBytes(described));
        }
        return path.startsWith("/input-")
                ? Optional.of(tensors.get(Integer.parseInt(path.substring("/input-".length())))
                        .bytes())
                : Optional.empty();
    }

    Samples block(int iterations) {
        if (browser.page().evaluate("n => block(n)", iterations) instanceof List<?> samples) {
            return Samples.ofMillis(samples.stream()
                    .mapToDouble(sample -> ((Number) sample).doubleValue())
                    .toArray());
        }
        throw new IllegalStateException("the bare page gave no samples");
    }

    @Override
    public void close() {
        browser.close();
        server.close();
    }
}
