package dev.bascule.nativerunner.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoTlsTest {
    private final HttpClient client =
            HttpClient.newBuilder().sslContext(new NoTls()).build();
    private HttpServer server;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void a_client_with_it_speaks_without_tls() throws Exception {
        assertThat(client.send(request("http"), BodyHandlers.discarding()).statusCode())
                .isEqualTo(204);
    }

    @Test
    void a_connection_by_tls_is_refused_in_words() {
        assertThatThrownBy(() -> client.send(request("https"), BodyHandlers.discarding()))
                .hasStackTraceContaining("speaks no TLS");
    }

    private HttpRequest request(String scheme) {
        return HttpRequest.newBuilder(URI.create("%s://127.0.0.1:%d/"
                        .formatted(scheme, server.getAddress().getPort())))
                .timeout(Duration.ofMinutes(1))
                .build();
    }
}
