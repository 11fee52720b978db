package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class OpenerPageTest {
    private final OpenerPage page = OpenerPage.serve();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void stop() {
        page.close();
    }

    @Test
    void an_address_is_sent_to_the_page_that_listens() throws Exception {
        assertThat(page.shown()).isNotDone();
        try (BufferedReader orders = listen()) {
            assertThat(orders.readLine()).startsWith(":");
            assertThat(page.shown().get()).isTrue();
            assertThat(page.open("http://127.0.0.1:1/runner.html#token=a")).isEmpty();
            orders.readLine();
            assertThat(orders.readLine()).isEqualTo("data: http://127.0.0.1:1/runner.html#token=a");
        }
    }

    @Test
    void a_page_that_listens_again_gets_the_next_address() throws Exception {
        BufferedReader first = listen();
        first.readLine();
        BufferedReader second = listen();
        second.readLine();
        second.readLine();
        assertThat(page.open("http://127.0.0.1:1/")).isEmpty();
        assertThat(second.readLine()).isEqualTo("data: http://127.0.0.1:1/");
        first.close();
        second.close();
    }

    @Test
    void before_there_is_a_page_nothing_can_be_opened() {
        assertThat(page.open("http://127.0.0.1:1/")).isPresent();
    }

    @Test
    void who_does_not_know_the_path_gets_nothing() throws Exception {
        URI root = URI.create(page.address()).resolve("/");
        assertThat(get(root).statusCode()).isEqualTo(404);
        assertThat(get(root.resolve("orders")).statusCode()).isEqualTo(404);
        assertThat(get(URI.create(page.address() + "other")).statusCode()).isEqualTo(404);
        assertThat(page.shown()).isNotDone();
    }

    @Test
    void the_page_may_run_its_own_script_only() throws Exception {
        HttpResponse<String> answer = get(URI.create(page.address()));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'");
        assertThat(answer.body()).contains("opener.js");
        assertThat(page.signpost()).contains(page.address());
    }

    @Test
    void an_address_of_two_lines_could_be_two_orders() {
        assertThatThrownBy(() -> page.open("http://a/\ndata: http://b/")).isInstanceOf(IllegalArgumentException.class);
    }

    private BufferedReader listen() throws Exception {
        InputStream stream = client.send(
                        HttpRequest.newBuilder(URI.create(page.address() + "orders"))
                                .build(),
                        BodyHandlers.ofInputStream())
                .body();
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    private HttpResponse<String> get(URI address) throws Exception {
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
