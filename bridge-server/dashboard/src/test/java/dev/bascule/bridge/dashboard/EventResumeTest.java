package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.bascule.bridge.dashboard.EventReader.Received;
import dev.bascule.bridge.dashboard.job.EventJournal;
import dev.bascule.bridge.dashboard.job.EventStreams;
import dev.bascule.bridge.dashboard.job.ServerEvent;
import dev.bascule.fallback.testing.TestSize;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events over real connections that break: what a client has in the end is the journal, exactly. */
@Timeout(120)
@Tag("slow")
class EventResumeTest {
    private static final Duration BEAT = Duration.ofMillis(200);
    private static final int MOST = 16;

    private final EventServer server =
            new EventServer(new EventStreams.Settings(MOST, MOST, BEAT, Duration.ofSeconds(3)));
    private final EventJournal journal = server.journal;
    private final EventStreams streams = server.streams;
    private final long before = server.before;

    @AfterEach
    void stop() {
        server.close();
    }

    private void add(int events, int from) {
        server.add(events, from);
    }

    @Test
    void a_client_that_is_cut_again_and_again_has_each_event_once_and_in_order() throws Exception {
        isCutAgainAndAgain(1);
    }

    @Test
    @Tag("full")
    void so_it_has_when_it_is_cut_at_other_moments() throws Exception {
        isCutAgainAndAgain(42);
    }

    private void isCutAgainAndAgain(long seed) throws Exception {
        Random random = new Random(seed);
        int events = 3_000;
        EventReader client = new EventReader(server.origin()).after(before);
        Thread writer = new Thread(() -> {
            for (int i = 0; i < events; i += 10) {
                add(10, i);
                Thread.yield();
            }
        });
        writer.start();
        int cuts = 0;
        while (client.received.size() < events) {
            client.follow(200 + random.nextInt(40_000), before + events);
            cuts++;
        }
        writer.join();

        assertThat(cuts).isGreaterThan(5);
        assertThat(client.received.stream().map(Received::id))
                .containsExactlyElementsOf(LongStream.rangeClosed(before + 1, before + events)
                        .boxed()
                        .toList());
        assertThat(client.received.stream().map(Received::data))
                .containsExactlyElementsOf(journal.after(before, events).stream()
                        .map(ServerEvent::data)
                        .toList());
    }

    @Test
    void negative_control_a_client_that_forgets_its_last_id_loses_events() throws Exception {
        EventReader client = new EventReader(server.origin()).after(before);
        add(50, 0);
        client.follow(1_000_000, before + 50);
        add(50, 50);
        EventReader forgetful = new EventReader(server.origin());
        AtomicBoolean heard = new AtomicBoolean();
        // Again and again: when it follows cannot be seen, for the one before it still counts until a sign of life
        // fails.
        Thread later = new Thread(() -> {
            for (int i = 100; !heard.get(); i++) {
                add(1, i);
                LockSupport.parkNanos(10_000_000);
            }
        });
        later.start();
        try {
            forgetful.follow(1_000_000, before + 101);
        } finally {
            heard.set(true);
            later.join();
        }

        assertThat(forgetful.received).hasSize(1);
        assertThat(client.received).hasSize(50);
    }

    @Test
    void a_client_that_nothing_is_told_to_gets_signs_of_life() throws Exception {
        try (Socket socket =
                new Socket(server.origin().getHost(), server.origin().getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(server.request("").getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder heard = new StringBuilder();
            while (!heard.toString().contains(": alive")) {
                int next = socket.getInputStream().read();
                assertThat(next).as("after '%s'", heard).isNotNegative();
                heard.append((char) next);
            }
            assertThat(heard).contains("text/event-stream", "retry: 1000");
        }
    }

    @Test
    void a_client_that_takes_nothing_is_dropped_and_holds_up_no_other() throws Exception {
        try (Socket stuck =
                new Socket(server.origin().getHost(), server.origin().getPort())) {
            stuck.setReceiveBufferSize(1_024);
            stuck.getOutputStream()
                    .write(server.request("Last-Event-ID: %d\r\n".formatted(before))
                            .getBytes(StandardCharsets.ISO_8859_1));
            Awaitility.await().until(() -> streams.clients() == 1);
            // Far more than the buffers on the way take.
            add(60_000, 0);
            EventReader other = new EventReader(server.origin()).after(before + 59_000);
            while (other.received.size() < 1_000) {
                other.follow(10_000_000, before + 60_000);
            }

            assertThat(other.received).hasSize(1_000);
            Awaitility.await().until(() -> streams.clients() == 0);
            assertThat(journal.last()).isEqualTo(before + 60_000);
            // The connection is closed, not kept for what will never be taken: whoever writes to it is told so.
            Awaitility.await()
                    .untilAsserted(() -> assertThatIOException()
                            .isThrownBy(() -> stuck.getOutputStream().write('x')));
        }
    }

    @Test
    @Tag("sized")
    void many_clients_each_have_everything() throws Exception {
        int clients = TestSize.of(5, 12);
        CountDownLatch done = new CountDownLatch(clients);
        for (int i = 0; i < clients; i++) {
            EventReader client = new EventReader(server.origin()).after(before);
            new Thread(() -> {
                        try {
                            while (client.received.size() < 2_000) {
                                client.follow(100_000_000, before + 2_000);
                            }
                            done.countDown();
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    })
                    .start();
        }
        add(2_000, 0);

        assertThat(done.await(60, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    }
}
