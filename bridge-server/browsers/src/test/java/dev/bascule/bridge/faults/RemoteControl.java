package dev.bascule.bridge.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.json.Json;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Numbered JSON commands over a WebSocket, as DevTools and WebDriver BiDi both have them. */
final class RemoteControl implements WebSocket.Listener, AutoCloseable {
    private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final StringBuilder text = new StringBuilder();
    private final WebSocket socket;

    RemoteControl(URI address) throws Exception {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, this)
                .get(60, TimeUnit.SECONDS);
    }

    CompletableFuture<JsonNode> send(String method, ObjectNode parameters) {
        ObjectNode command = Json.MAPPER.createObjectNode();
        int id = last.incrementAndGet();
        command.put("id", id).put("method", method).set("params", parameters);
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        socket.sendText(command.toString(), true);
        return answer;
    }

    JsonNode call(String method, ObjectNode parameters) throws Exception {
        JsonNode answer = send(method, parameters).get(60, TimeUnit.SECONDS);
        if (answer.has("error")) {
            throw new IllegalStateException(method + ": " + answer);
        }
        return answer.path("result");
    }

    static ObjectNode parameters() {
        return Json.MAPPER.createObjectNode();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
        text.append(data);
        if (isLast) {
            try {
                JsonNode message = Json.MAPPER.readTree(text.toString());
                CompletableFuture<JsonNode> answer =
                        waiting.remove(message.path("id").asInt());
                if (answer != null) {
                    answer.complete(message);
                }
            } catch (java.io.IOException e) {
                throw new UncheckedIOException(e);
            }
            text.setLength(0);
        }
        from.request(1);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void close() {
        socket.abort();
    }
}
