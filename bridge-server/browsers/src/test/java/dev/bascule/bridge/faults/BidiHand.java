package dev.bascule.bridge.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.json.Json;
import java.net.URI;
import java.nio.file.Path;
import java.util.stream.StreamSupport;

/** In a Firefox that was started with {@code --remote-debugging-port=0}. */
final class BidiHand implements PageHand {
    private final RemoteControl control;
    private final String page;

    BidiHand(Path profile) throws Exception {
        JsonNode server =
                Json.MAPPER.readTree(profile.resolve("WebDriverBiDiServer.json").toFile());
        control = new RemoteControl(URI.create("ws://%s:%d/session"
                .formatted(
                        server.path("ws_host").asText(), server.path("ws_port").asInt())));
        ObjectNode session = RemoteControl.parameters();
        session.putObject("capabilities");
        control.call("session.new", session);
        JsonNode pages = control.call("browsingContext.getTree", RemoteControl.parameters())
                .path("contexts");
        page = StreamSupport.stream(pages.spliterator(), false)
                .filter(context -> context.path("url").asText().contains("/runner.html"))
                .findFirst()
                .orElseThrow()
                .path("context")
                .asText();
    }

    @Override
    public void run(String script) throws Exception {
        control.call("script.evaluate", evaluation(script, true));
    }

    @Override
    public void start(String script) {
        control.send("script.evaluate", evaluation(script, false));
    }

    private ObjectNode evaluation(String script, boolean await) {
        ObjectNode evaluation = RemoteControl.parameters();
        evaluation.put("expression", script).put("awaitPromise", await);
        evaluation.putObject("target").put("context", page);
        return evaluation;
    }

    @Override
    public boolean tell(String expression) throws Exception {
        return control.call("script.evaluate", evaluation(expression, false))
                .at("/result/value")
                .asBoolean();
    }

    @Override
    public void close() {
        control.close();
    }
}
