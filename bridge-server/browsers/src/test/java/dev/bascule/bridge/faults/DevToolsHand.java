package dev.bascule.bridge.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;

/** In a browser of the Chromium family that was started with {@code --remote-debugging-port=0}. */
final class DevToolsHand implements PageHand {
    private final RemoteControl control;

    DevToolsHand(Path profile) throws Exception {
        Path file = profile.resolve("DevToolsActivePort");
        String port = Files.readAllLines(file).get(0);
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                .build();
        JsonNode pages = Json.MAPPER.readTree(HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body());
        String address = StreamSupport.stream(pages.spliterator(), false)
                .filter(page -> page.path("url").asText().contains("/runner.html"))
                .findFirst()
                .orElseThrow()
                .path("webSocketDebuggerUrl")
                .asText();
        control = new RemoteControl(URI.create(address));
    }

    @Override
    public void run(String script) throws Exception {
        control.call("Runtime.evaluate", evaluation(script).put("awaitPromise", true));
    }

    @Override
    public void start(String script) {
        control.send("Runtime.evaluate", evaluation(script));
    }

    private static ObjectNode evaluation(String script) {
        return RemoteControl.parameters().put("expression", script);
    }

    @Override
    public boolean tell(String expression) throws Exception {
        return control.call("Runtime.evaluate", evaluation(expression))
                .at("/result/value")
                .asBoolean();
    }

    void navigate(String url) {
        control.send("Page.navigate", RemoteControl.parameters().put("url", url));
    }

    @Override
    public void close() {
        control.close();
    }
}
