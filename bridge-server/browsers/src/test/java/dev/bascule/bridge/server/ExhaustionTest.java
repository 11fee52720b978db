package dev.bascule.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.protocol.Envelope;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients without any token that want all of a live server: its threads, its runners' places, its time. Meanwhile another client asks
 * for a page again and again. How long its longest request took is printed, and the bound here is a wide one: machines are shared.
 */
@Tag("attack")
class ExhaustionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final int CROWD = 200;

    @TempDir
    Path folder;

    private final List<Socket> attackers = new ArrayList<>();
    private final ExecutorService dripping = Executors.newCachedThreadPool();
    private BridgeServer bridge;

    @BeforeEach
    void start() {
        bridge = Bridges.start(
                BridgeConfig.defaults().withLimits(BridgeLimits.defaults().withPatience(PATIENCE)));
    }

    @AfterEach
    void stop() throws IOException {
        dripping.shutdownNow();
        for (Socket attacker : attackers) {
            attacker.close();
        }
        bridge.close();
    }

    private Socket attacker(String head) throws IOException {
        return attacker(head, new Socket());
    }

    private Socket attacker(String head, Socket socket) throws IOException {
        URI origin = bridge.origin();
        socket.setReceiveBufferSize(1024);
        socket.connect(new InetSocketAddress(InetAddress.getByName(origin.getHost()), origin.getPort()));
        socket.getOutputStream()
                .write(head.replace("HOST", origin.getAuthority()).getBytes(StandardCharsets.ISO_8859_1));
        attackers.add(socket);
        return socket;
    }

    /** A byte now and then: no idle time-out sees that. */
    private void drip(Socket socket, byte... bytes) {
        dripping.execute(() -> {
            try {
                OutputStream to = socket.getOutputStream();
                for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                    to.write(bytes[i % bytes.length]);
                    to.flush();
                    TimeUnit.MILLISECONDS.sleep(200);
                }
            } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Asks for a page for some seconds. */
    private void probe(String attack) throws IOException, InterruptedException {
        long longest = 0;
        for (int i = 0; i < 40; i++) {
            long begin = System.nanoTime();
            assertThat(RawHttp.get(bridge.origin(), "/runner.html").status()).isEqualTo(200);
            longest = Math.max(longest, System.nanoTime() - begin);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        System.out.printf("exhaustion: %s: the longest of 40 requests took %d ms%n", attack, longest / 1_000_000);
        assertThat(Duration.ofNanos(longest)).isLessThan(BOUND);
    }

    private long closed() {
        return attackers.stream().filter(ExhaustionTest::isClosed).count();
    }

    /** By writing: reading would make a quick client of a slow one. */
    private static boolean isClosed(Socket socket) {
        try {
            socket.getOutputStream().write(' ');
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Tag("full")
    @Test
    void slow_request_bodies_hold_nobody_up_and_are_closed() throws Exception {
        for (int i = 0; i < CROWD; i++) {
            drip(
                    attacker("POST /nothing HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 60000\r\n\r\n"),
                    (byte) ' ');
        }
        probe("%d slow bodies".formatted(CROWD));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> closed() == CROWD);
    }

    @Test
    @Tag("full")
    void slow_request_heads_hold_nobody_up_and_are_closed() throws Exception {
        for (int i = 0; i < CROWD; i++) {
            drip(attacker("GET /runner.html HTTP/1.1\r\nHost: HOST\r\nX-Filling: "), (byte) 'a');
        }
        probe("%d slow heads".formatted(CROWD));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> closed() == CROWD);
    }

    @Tag("full")
    @Test
    void an_address_has_no_more_than_its_share_of_connections() throws Exception {
        for (int i = 0; i < 400; i++) {
            Socket socket = new Socket();
            try {
                // Loopback is a whole network, on Linux at least.
                socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.2"), 0));
            } catch (IOException e) {
                abort("there is only one loopback address here: " + e);
            }
            attacker("GET /runner.html HTTP/1.1\r\nHost: HOST\r\nX-Filling: ", socket);
        }
        probe("400 connections of another address");
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> closed() >= 400 - 256);
        for (Socket attacker : attackers) {
            attacker.close();
        }
        Awaitility.await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(() -> {
            try (Socket again = new Socket()) {
                again.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.2"), 0));
                attacker("GET /runner.html HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n", again);
                assertThat(new String(again.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                        .startsWith("HTTP/1.1 200");
            }
        });
    }

    @Tag("full")
    @Test
    void connections_that_came_and_went_are_not_counted() throws Exception {
        for (int i = 0; i < 600; i++) {
            assertThat(RawHttp.get(bridge.origin(), "/runner.html").status()).isEqualTo(200);
        }
        for (int i = 0; i < 600; i++) {
            attacker("GET / HTTP/1.1\r\n").close();
        }
        // The server hears of an end when it comes to it.
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> RawHttp.get(bridge.origin(), "/runner.html").status() == 200);
    }

    @Test
    @Tag("full")
    void slow_downloads_hold_nobody_up_and_are_closed() throws Exception {
        Path file = Files.write(folder.resolve("model.onnx"), new byte[64 * 1024 * 1024]);
        String path = bridge.assets().locate(new ModelArtifact("ab".repeat(32), Files.size(file), file));
        for (int i = 0; i < CROWD; i++) {
            attacker("GET " + path + " HTTP/1.1\r\nHost: HOST\r\n\r\n");
        }
        probe("%d downloads that nobody reads".formatted(CROWD));
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> closed() == CROWD);
    }

    @Test
    void sockets_that_ping_and_never_greet_hold_no_runners_place() throws Exception {
        byte[] ping = {(byte) 0x89, (byte) 0x80, 0, 0, 0, 0};
        String key = Base64.getEncoder().encodeToString(new byte[16]);
        for (int i = 0; i < 64; i++) {
            drip(
                    attacker("GET /runner HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + "\r\n\r\n"),
                    ping);
        }
        probe("64 sockets that ping and never greet");
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> bridge.connections() == 0);
        var invitation = bridge.invite("runner", bridge.assets());
        SocketRunner runner = SocketRunner.connect(bridge).join(invitation.token());
        assertThat(runner.next()).isInstanceOf(Message.Welcome.class);
    }

    @Test
    void more_requests_than_any_page_needs_are_turned_away() throws Exception {
        bridge.close();
        bridge = Bridges.start(BridgeConfig.defaults().withRequests(20));
        List<Integer> answers = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            answers.add(RawHttp.get(bridge.origin(), "/runner.html").status());
        }
        assertThat(answers).startsWith(200, 200, 200).contains(429);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> RawHttp.get(bridge.origin(), "/runner.html").status() == 200);
    }

    @Test
    void a_runner_that_sends_tensors_of_no_job_is_closed_at_the_first() throws Exception {
        SocketRunner runner = SocketRunner.connect(bridge)
                .join(bridge.invite("runner", bridge.assets()).token());
        runner.send(new Envelope(
                2, 1, new Packet.TensorPacket("no-job", "output", "y", 0, 0, Tensor.floats(Shape.of(1), 4))));
        assertThat(runner.closeReason()).contains("a job that nobody asked for");
    }
}
