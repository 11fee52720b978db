package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Against a server that says what Firefox ESR 153 was heard to say, and what it should not. */
@Timeout(120)
class MarionetteTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String BANNER = "50:{\"applicationType\":\"gecko\",\"marionetteProtocol\":3}";

    /** Says all of it at once, and keeps what it hears. */
    private static CompletableFuture<String> says(ServerSocket server, String text) {
        return CompletableFuture.supplyAsync(() -> {
            try (Socket socket = server.accept()) {
                socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
                socket.getOutputStream().flush();
                socket.shutdownOutput();
                InputStream in = socket.getInputStream();
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                return "nothing: " + e.getMessage();
            }
        });
    }

    private static ServerSocket server() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @Test
    void a_command_is_framed_and_its_result_is_read() throws Exception {
        try (ServerSocket server = server()) {
            CompletableFuture<String> heard = says(server, BANNER + "27:[1,1,null,{\"value\":\"häh\"}]");
            try (Marionette firefox = Marionette.connect(server.getLocalPort(), LIMIT)) {
                assertThat(firefox.command("WebDriver:NewSession", Map.of("a", 1))
                                .path("value")
                                .asText())
                        .isEqualTo("häh");
            }
            assertThat(heard.get()).isEqualTo("36:[0,1,\"WebDriver:NewSession\",{\"a\":1}]");
        }
    }

    @Test
    void an_error_is_told_in_its_own_words() throws Exception {
        try (ServerSocket server = server()) {
            says(server, BANNER + "39:[1,1,{\"message\":\"no such window\"},null]");
            try (Marionette firefox = Marionette.connect(server.getLocalPort(), LIMIT)) {
                assertThatThrownBy(() -> firefox.command("WebDriver:Navigate", Map.of()))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("no such window");
            }
        }
    }

    @Test
    void somebody_else_on_the_port_is_noticed() throws Exception {
        try (ServerSocket server = server()) {
            says(server, "HTTP/1.1 400 Bad Request\r\n\r\n");
            assertThatThrownBy(() -> Marionette.connect(server.getLocalPort(), LIMIT))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("not Firefox");
        }
    }

    @Test
    void a_browser_that_ends_in_the_middle_is_noticed() throws Exception {
        try (ServerSocket server = server()) {
            says(server, BANNER + "500:[1,1,nu");
            try (Marionette firefox = Marionette.connect(server.getLocalPort(), LIMIT)) {
                assertThatThrownBy(() -> firefox.command("WebDriver:Navigate", Map.of()))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("ended");
            }
        }
    }
}
