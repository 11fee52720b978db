package dev.bascule.bridge.selenium;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** User and password of a Grid go to the Grid, and into nothing that is shown or written down. */
class GridUserTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SECRET = "bob:s3cret";

    private final List<Optional<String>> shown = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            Optional<String> user =
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"));
            shown.add(user);
            byte[] body = "{\"value\":{\"ready\":false,\"message\":\"no node\",\"nodes\":[]}}"
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(user.isPresent() ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private SeleniumGrid grid(String user) {
        return new SeleniumGrid(URI.create(
                "http://%s127.0.0.1:%d".formatted(user, server.getAddress().getPort())));
    }

    @Test
    void they_are_sent_to_the_grid_and_are_in_no_address_or_message_of_it() {
        SeleniumGrid grid = grid(SECRET + "@");
        SeleniumGrid.GridCheck look = grid.look(LIMIT);

        assertThat(shown)
                .containsExactly(Optional.of(
                        "Basic " + Base64.getEncoder().encodeToString(SECRET.getBytes(StandardCharsets.UTF_8))));
        assertThat(grid.address()).hasHost("127.0.0.1").hasNoUserInfo();
        assertThat(look).asString().contains("no node").doesNotContain("bob", "s3cret");
    }

    @Test
    void negative_control_who_names_nobody_is_refused_and_told_how_to_name_a_user() {
        SeleniumGrid.GridCheck look = grid("").look(LIMIT);

        assertThat(shown).containsExactly(Optional.empty());
        assertThat(look).asString().contains("HTTP 401", "USER:PASSWORD");
    }
}
