package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.bridge.dashboard.job.EventStreams;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** As many follow the events as may, and who is gone counts no longer. */
@Timeout(180)
@Tag("slow")
class EventLimitTest {
    private static final int MOST = 6;
    private static final int OF_ADDRESS = 4;
    /** So long that no heartbeat helps. */
    private static final Duration NEVER = Duration.ofMinutes(10);

    private final List<Socket> sockets = new ArrayList<>();
    private EventServer server = new EventServer(new EventStreams.Settings(MOST, OF_ADDRESS, NEVER, NEVER));

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private void beating(Duration beat, Duration patience) {
        server.close();
        server = new EventServer(new EventStreams.Settings(MOST, OF_ADDRESS, beat, patience));
    }

    /** Follows from an address of this machine; what the server says first. */
    private String follow(String from) throws IOException {
        Socket socket = new Socket(
                InetAddress.getByName(server.origin().getHost()),
                server.origin().getPort(),
                InetAddress.getByName(from),
                0);
        sockets.add(socket);
        socket.setSoTimeout(30_000);
        socket.getOutputStream().write(server.request("").getBytes(StandardCharsets.ISO_8859_1));
        return hear(socket, "\r\n\r\n");
    }

    /** Reads until a text has come; what came, with it. */
    private static String hear(Socket socket, String text) throws IOException {
        StringBuilder heard = new StringBuilder();
        while (heard.indexOf(text) < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as("after '%s'", heard).isNotNegative();
            heard.append((char) next);
        }
        return heard.toString();
    }

    @Test
    void a_client_that_is_cut_far_more_often_than_there_are_places_has_everything() throws IOException {
        int cuts = 60;
        EventReader client = new EventReader(server.origin()).after(server.before);
        server.add(cuts * 3, 0);
        long began = System.nanoTime();
        for (int cut = 0; cut < cuts; cut++) {
            client.follow(1_000, server.journal.last());
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        while (client.received.size() < cuts * 3) {
            client.follow(100_000, server.journal.last());
        }

        assertThat(client.received).doesNotHaveDuplicates().hasSize(cuts * 3);
        // How often depends on what else the machine does: a figure to look at, and no rule.
        System.out.printf("%d of %d cut clients were refused, in %s%n", client.refused, cuts, took);
    }

    @Test
    void negative_control_who_is_there_keeps_the_place_and_one_more_is_to_come_again_soon() throws IOException {
        for (int i = 0; i < OF_ADDRESS; i++) {
            assertThat(follow("127.0.0.1")).startsWith("HTTP/1.1 200");
        }
        assertThat(follow("127.0.0.1"))
                .startsWith("HTTP/1.1 503")
                .containsIgnoringCase("Retry-After: 1")
                .contains("application/problem+json");
        server.add(1, 4_711);
        for (Socket socket : sockets.subList(0, OF_ADDRESS)) {
            hear(socket, "4711");
        }
    }

    @Test
    void who_was_refused_comes_again_and_has_everything_once_there_is_room() throws IOException {
        for (int i = 0; i < OF_ADDRESS; i++) {
            follow("127.0.0.1");
        }
        EventReader client = new EventReader(server.origin()).after(server.before);
        server.add(3, 0);
        client.follow(100_000, server.journal.last());
        assertThat(client.received).isEmpty();
        assertThat(client.refused).isEqualTo(1);

        sockets.get(0).close();
        while (client.received.size() < 3) {
            client.follow(100_000, server.journal.last());
        }
        assertThat(client.received).doesNotHaveDuplicates().hasSize(3);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs a second loopback address")
    void one_address_leaves_room_to_others_until_all_places_are_taken() throws IOException {
        for (int i = 0; i < OF_ADDRESS; i++) {
            follow("127.0.0.1");
        }
        for (int i = OF_ADDRESS; i < MOST; i++) {
            assertThat(follow("127.0.0.2")).startsWith("HTTP/1.1 200");
        }
        assertThat(follow("127.0.0.2")).startsWith("HTTP/1.1 503");
        assertThat(server.streams.clients()).isEqualTo(MOST);
    }

    @Test
    void a_client_about_whom_nothing_can_be_found_out_is_dropped_and_the_others_still_hear() throws IOException {
        beating(Duration.ofMillis(50), Duration.ofSeconds(5));
        AtomicInteger asked = new AtomicInteger();
        server.allowed = () -> {
            asked.incrementAndGet();
            throw new IllegalStateException("the users' file is broken");
        };
        follow("127.0.0.1");
        server.allowed = () -> true;
        follow("127.0.0.1");

        await().until(() -> asked.get() > 0 && server.streams.clients() == 1);
        hear(sockets.get(1), ": alive");
        assertThat(asked).hasValue(1);
    }
}
