package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is compressed on its way, and what must not be. */
@Timeout(180)
class CompressionTest {
    private static final Pattern SCRIPT = Pattern.compile("src=\"(/dashboard/[^\"]+\\.js)\"");

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    private HttpResponse<byte[]> get(URI uri, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static Optional<String> encoding(HttpResponse<?> answer) {
        return answer.headers().firstValue("Content-Encoding");
    }

    private static byte[] inflated(byte[] bytes) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    @Test
    void data_and_pages_go_compressed_to_who_takes_it_and_are_the_same() throws Exception {
        try (DashboardHarness server = DashboardHarness.start(folder)) {
            Matcher script =
                    SCRIPT.matcher(new String(get(server.url("/dashboard/")).body(), StandardCharsets.UTF_8));
            assertThat(script.find()).isTrue();
            for (URI uri : new URI[] {
                server.api("/matrix"),
                server.api("/openapi.json"),
                server.api("/runs/" + FakeRunStarter.RECORDED.id() + "/report.html"),
                server.url(script.group(1))
            }) {
                HttpResponse<byte[]> plain = get(uri);
                HttpResponse<byte[]> small = get(uri, "Accept-Encoding", "gzip, deflate, br");

                assertThat(encoding(plain)).as("%s", uri).isEmpty();
                assertThat(encoding(small)).as("%s", uri).contains("gzip");
                assertThat(small.headers().allValues("Vary")).contains("Accept-Encoding");
                assertThat(small.body().length).isLessThan(plain.body().length / 2);
                assertThat(inflated(small.body())).isEqualTo(plain.body());
            }
        }
    }

    @Test
    void who_has_a_compressed_answer_already_is_spared_it() throws Exception {
        try (DashboardHarness server = DashboardHarness.start(folder)) {
            HttpResponse<byte[]> first = get(server.api("/matrix"), "Accept-Encoding", "gzip");
            String tag = first.headers().firstValue("ETag").orElseThrow();
            HttpResponse<byte[]> again = get(server.api("/matrix"), "Accept-Encoding", "gzip", "If-None-Match", tag);

            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
        }
    }

    @Test
    void the_runners_pages_go_as_they_are_with_their_length() throws Exception {
        try (DashboardHarness server = DashboardHarness.start(folder)) {
            HttpResponse<byte[]> page = get(server.url("/runner.html"), "Accept-Encoding", "gzip");

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(encoding(page)).isEmpty();
            assertThat(page.headers().firstValue("Content-Length")).contains(Integer.toString(page.body().length));
        }
    }

    @Test
    void events_are_not_held_back_by_compression() throws Exception {
        try (DashboardHarness server = DashboardHarness.start(folder);
                Socket socket =
                        new Socket(server.url("").getHost(), server.url("").getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write("GET /api/v1/events HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\n\r\n"
                            .formatted(server.url("").getAuthority())
                            .getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder heard = new StringBuilder();
            hear(socket, heard, ": following");
            server.history.append(FakeRunStarter.run("20261122-000009-beef", FakeRunStarter.RECORDED.runs(), false));
            hear(socket, heard, "20261122-000009-beef");

            assertThat(heard.toString()).doesNotContainIgnoringCase("Content-Encoding");
        }
    }

    private static void hear(Socket socket, StringBuilder heard, String text) throws IOException {
        while (heard.indexOf(text) < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("after '%s'", heard).isNotNegative();
            heard.append((char) next);
        }
    }
}
