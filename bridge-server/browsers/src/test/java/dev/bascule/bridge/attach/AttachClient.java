package dev.bascule.bridge.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.server.SocketRunner;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.secret.CapabilityToken;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An attach page in plain Java: what it says, said by hand. */
final class AttachClient implements WebSocket.Listener {
    static final String PHONE = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
            + "Chrome/153.0.0.0 Mobile Safari/537.36";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final CompletableFuture<String> closed = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final BridgeServer bridge;
    private WebSocket socket;

    private AttachClient(BridgeServer bridge) {
        this.bridge = bridge;
    }

    static AttachClient connect(BridgeServer bridge) {
        AttachClient client = new AttachClient(bridge);
        client.socket = CLIENT.newWebSocketBuilder()
                .header("Origin", bridge.origin().toString())
                .buildAsync(URI.create("ws://" + bridge.origin().getAuthority() + "/attach"), client)
                .join();
        return client;
    }

    AttachClient attach(CapabilityToken token, String name, String device) {
        return attach(token.reveal(), name, device);
    }

    AttachClient attach(String token, String name, String device) {
        ObjectNode json = Json.MAPPER.createObjectNode();
        json.put("type", "attach").put("token", token).put("name", name).put("device", device);
        json.put("userAgent", PHONE).put("platform", "Linux armv81").put("secureContext", true);
        return say(json);
    }

    AttachClient say(String type, int slot) {
        return say(Json.MAPPER.createObjectNode().put("type", type).put("slot", slot));
    }

    AttachClient say(String type) {
        return say(Json.MAPPER.createObjectNode().put("type", type));
    }

    AttachClient say(JsonNode json) {
        return raw(json.toString());
    }

    AttachClient raw(String frame) {
        socket.sendText(frame, true).join();
        return this;
    }

    /** The next message of this type; others before it are passed over. */
    JsonNode next(String type) throws InterruptedException {
        while (true) {
            JsonNode message = heard.poll(30, TimeUnit.SECONDS);
            assertThat(message).as("a message '%s' within 30 s", type).isNotNull();
            if (message.path("type").asText().equals(type)) {
                return message;
            }
        }
    }

    boolean heardNothingMore() {
        return heard.isEmpty();
    }

    /** Opens the page that it is told to open, as a runner that can do nothing. */
    SocketRunner obey() throws InterruptedException {
        JsonNode open = next("open");
        say("opened", open.path("slot").asInt());
        return run(open);
    }

    SocketRunner run(JsonNode open) {
        String url = open.path("url").asText();
        assertThat(url).startsWith("/runner.html#token=");
        return SocketRunner.connect(bridge)
                .join(url.substring(url.indexOf("token=") + "token=".length(), url.indexOf('&')));
    }

    /** Drops the connection as a network failure does. */
    void cut() {
        socket.abort();
    }

    void leave(int code) {
        socket.sendClose(code, "").join();
    }

    String closeReason() throws Exception {
        return closed.get(30, TimeUnit.SECONDS);
    }

    Optional<String> closeReasonSoFar() {
        return Optional.ofNullable(closed.getNow(null));
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            try {
                heard.add(Json.MAPPER.readTree(text.toString()));
            } catch (java.io.IOException e) {
                closed.completeExceptionally(e);
            }
            text.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int status, String reason) {
        closed.complete(status + " " + reason);
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        closed.completeExceptionally(error);
    }
}
