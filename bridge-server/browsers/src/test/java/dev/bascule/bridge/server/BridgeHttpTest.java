package dev.bascule.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.json.Json;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BridgeHttpTest {
    private static BridgeServer bridge;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        bridge = Bridges.start();
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @Test
    void a_registered_file_is_served_at_its_address() throws Exception {
        byte[] content = new byte[300_000];
        new java.util.Random(7).nextBytes(content);
        ModelArtifact artifact = artifact(content);
        String path = bridge.assets().locate(artifact);
        assertThat(path).matches("/models/[\\w-]{32}/" + artifact.sha256());
        RawHttp.Answer answer = RawHttp.get(bridge.origin(), path);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers())
                .containsEntry("content-length", "300000")
                .containsEntry("content-type", "application/octet-stream")
                .containsEntry("cache-control", "no-store");
        assertThat(answer.body().getBytes(java.nio.charset.StandardCharsets.ISO_8859_1))
                .isEqualTo(content);
    }

    @Test
    void a_file_that_changed_after_it_was_registered_is_not_served() throws Exception {
        ModelArtifact artifact = artifact(new byte[] {1, 2, 3});
        String path = bridge.assets().locate(artifact);
        Files.write(artifact.file(), new byte[] {1, 2, 3, 4});
        RawHttp.Answer answer = RawHttp.get(bridge.origin(), path);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body()).contains("MODEL_CHANGED");
        Files.delete(artifact.file());
        assertThat(RawHttp.get(bridge.origin(), path).status()).isEqualTo(409);
    }

    @Test
    void no_path_reaches_a_file_that_is_not_listed() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "the secret");
        for (String path : List.of(
                "/models/" + "0".repeat(64),
                "/models/" + "0".repeat(32) + "/" + "0".repeat(64),
                "/models/" + secret,
                "/models/../runner.html",
                "/models/..%2f..%2f..%2fetc%2fpasswd",
                "/../../../../../../etc/passwd",
                "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
                "//etc/passwd",
                "/ort/../../../../secret.txt",
                "/ort/%2e%2e%2fsecret.txt",
                secret.toString(),
                "/file:" + secret,
                "/dev/bascule/bridge/pages/runner.html",
                "/META-INF/MANIFEST.MF",
                "/WEB-INF/web.xml",
                "/logback-test.xml",
                "/ort/",
                "/ort",
                "/")) {
            RawHttp.Answer answer = RawHttp.get(bridge.origin(), path);
            assertThat(answer.status()).as(path).isIn(400, 404);
            assertThat(answer.body()).as(path).doesNotContain("the secret", "root:", "<title>runner");
        }
    }

    @Test
    void an_error_is_json_with_a_code_and_a_message() throws Exception {
        RawHttp.Answer answer = RawHttp.get(bridge.origin(), "/nothing");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.headers()).containsEntry("content-type", "application/json");
        assertThat(Json.MAPPER.readTree(answer.body()).path("code").asText()).isEqualTo("NOT_FOUND");
        assertThat(Json.MAPPER.readTree(answer.body()).path("message").asText()).isNotBlank();
    }

    @Test
    void pages_are_isolated_and_may_load_nothing_foreign() throws Exception {
        RawHttp.Answer page = RawHttp.get(bridge.origin(), "/runner.html");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.headers())
                .containsEntry("cross-origin-opener-policy", "same-origin")
                .containsEntry("cross-origin-embedder-policy", "require-corp")
                .containsEntry("cross-origin-resource-policy", "same-origin")
                .containsEntry("x-content-type-options", "nosniff")
                .containsEntry("cache-control", "no-store")
                .doesNotContainKey("server");
        assertThat(page.headers().get("content-type")).startsWith("text/html");
        assertThat(page.headers().get("content-security-policy"))
                .contains("default-src 'none'")
                .doesNotContain("unsafe-inline", "*", "http:");
    }

    @Test
    void workers_and_wasm_carry_the_same_isolation_and_their_types() throws Exception {
        RawHttp.Answer wasm = RawHttp.get(bridge.origin(), "/ort/empty.wasm");
        assertThat(wasm.headers())
                .containsEntry("content-type", "application/wasm")
                .containsEntry("content-length", "8")
                .containsEntry("cross-origin-embedder-policy", "require-corp");
        assertThat(RawHttp.get(bridge.origin(), "/ort/empty.mjs").headers().get("content-type"))
                .startsWith("text/javascript");
    }

    @Test
    void a_file_that_the_browser_has_is_not_sent_again() throws Exception {
        String tag = RawHttp.get(bridge.origin(), "/ort/empty.wasm").headers().get("etag");
        Map<String, String> known = Map.of("Host", bridge.origin().getAuthority(), "If-None-Match", tag);
        RawHttp.Answer again = RawHttp.send(bridge.origin(), "GET", "/ort/empty.wasm", known);
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers()).containsEntry("cross-origin-embedder-policy", "require-corp");
        Map<String, String> other = Map.of("Host", bridge.origin().getAuthority(), "If-None-Match", "\"0-0\"");
        assertThat(RawHttp.send(bridge.origin(), "GET", "/ort/empty.wasm", other)
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_host_that_only_resolves_here_is_refused() throws Exception {
        for (String host :
                List.of("evil.example", "evil.example:" + bridge.origin().getPort(), "127.0.0.1:1")) {
            assertThat(RawHttp.send(bridge.origin(), "GET", "/runner.html", Map.of("Host", host))
                            .status())
                    .as(host)
                    .isEqualTo(403);
        }
        assertThat(RawHttp.send(
                                bridge.origin(),
                                "GET",
                                "/runner.html",
                                Map.of("Host", "localhost:" + bridge.origin().getPort()))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_socket_under_a_foreign_host_is_refused() throws Exception {
        Map<String, String> upgrade = Map.of(
                "Host", "evil.example:" + bridge.origin().getPort(),
                "Connection", "Upgrade, close",
                "Upgrade", "websocket",
                "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==",
                "Sec-WebSocket-Version", "13");
        assertThat(RawHttp.send(bridge.origin(), "GET", "/runner", upgrade).status())
                .isEqualTo(403);
    }

    @Test
    void a_foreign_page_cannot_read_anything() throws Exception {
        assertThat(RawHttp.send(
                                bridge.origin(),
                                "GET",
                                "/runner.html",
                                Map.of("Host", bridge.origin().getAuthority(), "Origin", "https://evil.example"))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void nothing_but_get_is_answered() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "TRACE")) {
            assertThat(RawHttp.send(
                                    bridge.origin(),
                                    method,
                                    "/runner.html",
                                    Map.of("Host", bridge.origin().getAuthority(), "Content-Length", "0"))
                            .status())
                    .as(method)
                    .isIn(404, 405);
        }
    }

    @Test
    void a_taken_port_is_reported_with_a_remedy() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> Bridges.start(BridgeConfig.defaults().withPort(taken.getLocalPort())))
                    .isInstanceOfSatisfying(BasculeException.class, error -> {
                        assertThat(error.code()).isEqualTo(ErrorCode.BRIDGE_FAILED);
                        assertThat(error.failure().remedies()).isNotEmpty();
                    });
        }
    }

    @Test
    void a_missing_page_is_reported_with_the_command_that_builds_it() {
        assertThatThrownBy(() -> StaticFiles.onClassPath("dev/bascule/nowhere/", "runner.html"))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.failure().remedies().get(0)).contains("browser-runtime"));
    }

    private ModelArtifact artifact(byte[] content) throws Exception {
        Path file = Files.write(folder.resolve("model.onnx"), content);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        return new ModelArtifact(sha256, content.length, file);
    }
}
