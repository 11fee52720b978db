package dev.bascule.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.protocol.Envelope;
import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RunnerEndpointTest {
    private static final Message.PhaseTimes NO_TIMES = new Message.PhaseTimes(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static BridgeServer bridge;

    @BeforeAll
    static void start() {
        bridge = Bridges.start(BridgeConfig.defaults()
                .withLimits(new BridgeLimits(64 * 1024, 256 * 1024, 64, 64L * 1024 * 1024, Duration.ofSeconds(15)))
                // Who is to come back, does: a machine that stands still for a while is no runner that stays away.
                .withGrace(PATIENCE));
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @Test
    void a_runner_with_its_token_joins() throws Exception {
        Invitation invitation = invite();
        SocketRunner socket = SocketRunner.connect(bridge).join(invitation.token());
        assertThat(socket.next()).isInstanceOf(Message.Welcome.class);
        assertThat(joined(invitation).probe().backends()).isEmpty();
    }

    @Test
    void a_token_is_good_once() throws Exception {
        Invitation invitation = invite();
        SocketRunner.connect(bridge).join(invitation.token());
        Runner first = joined(invitation);
        SocketRunner thief = SocketRunner.connect(bridge).hello(invitation.token());
        assertThat(thief.closeReason()).contains("used before");
        assertThat(first.probe().backends()).isEmpty();
    }

    @Test
    void a_guessed_token_is_refused() throws Exception {
        assertThat(SocketRunner.connect(bridge).hello("00".repeat(24)).closeReason())
                .contains("token is unknown");
    }

    @Test
    void the_bridges_own_origin_is_let_in() throws Exception {
        Invitation invitation = invite();
        SocketRunner.connect(bridge.runnerSocket(), Optional.of(bridge.origin().toString()))
                .join(invitation.token());
        assertThat(joined(invitation)).isNotNull();
    }

    @Test
    void a_foreign_origin_is_refused_even_with_a_good_token() {
        for (String origin : List.of("http://evil.example", "null", "http://127.0.0.1:1", "https://localhost")) {
            assertThatThrownBy(() -> SocketRunner.connect(bridge.runnerSocket(), Optional.of(origin)))
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(WebSocketHandshakeException.class)
                    .satisfies(error -> assertThat(((WebSocketHandshakeException) error.getCause())
                                    .getResponse()
                                    .statusCode())
                            .isEqualTo(403));
        }
    }

    @Test
    void a_malformed_frame_closes_its_own_runner_only() throws Exception {
        Invitation good = invite();
        SocketRunner.connect(bridge).join(good.token());
        Invitation bad = invite();
        SocketRunner broken = SocketRunner.connect(bridge).join(bad.token());
        Runner brokenRunner = joined(bad);
        broken.send(new Frame.Binary(ByteBuffer.wrap(new byte[] {1, 2})));
        assertThat(broken.closeReason()).contains("protocol error");
        assertThat(open(brokenRunner, PATIENCE)).isInstanceOf(Fault.Lost.class);
        assertThat(open(joined(good), Duration.ofMillis(50))).isInstanceOf(Fault.TimedOut.class);
    }

    @Test
    void an_oversize_frame_closes_its_own_runner_only() throws Exception {
        Invitation good = invite();
        SocketRunner.connect(bridge).join(good.token());
        for (Frame frame :
                List.of(new Frame.Text("x".repeat(65 * 1024)), new Frame.Binary(ByteBuffer.allocate(257 * 1024)))) {
            Invitation bad = invite();
            SocketRunner socket = SocketRunner.connect(bridge).join(bad.token());
            Runner runner = joined(bad);
            socket.send(frame);
            assertThat(socket.closed.handle((reason, error) -> "ended").get(30, TimeUnit.SECONDS))
                    .isEqualTo("ended");
            assertThat(open(runner, PATIENCE))
                    .isInstanceOfSatisfying(
                            Fault.Lost.class, lost -> assertThat(lost.reason()).contains("frame too large"));
        }
        assertThat(open(joined(good), Duration.ofMillis(50))).isInstanceOf(Fault.TimedOut.class);
    }

    @Test
    void a_cut_socket_resumes_and_nothing_is_lost_or_doubled() throws Exception {
        Invitation invitation = invite();
        SocketRunner before = SocketRunner.connect(bridge).join(invitation.token());
        String session = ((Message.Welcome) before.next()).session();
        Runner runner = joined(invitation);
        CompletableFuture<Reply<RunnerSession>> opening =
                CompletableFuture.supplyAsync(() -> runner.open(job(), PATIENCE));
        assertThat(before.next()).isInstanceOf(Packet.TensorPacket.class);
        before.cut();

        // It says that it saw message 1, the tensor: the host sends execute, and only that, once more.
        SocketRunner after = SocketRunner.connect(bridge).resume(invitation.token(), session, 1);
        assertThat(after.next())
                .isInstanceOfSatisfying(
                        Message.Welcome.class,
                        welcome -> assertThat(welcome.lastSeq()).isEqualTo(1));
        assertThat(after.next()).isInstanceOf(Message.Execute.class);
        Envelope output =
                new Envelope(2, 2, new Packet.TensorPacket("job", "output", "y", 0, 0, Tensor.floats(Shape.of(1), 4)));
        after.send(output).send(output).send(new Envelope(3, 2, new Message.Progress("job", "ready")));
        RunnerSession opened = opening.get(60, TimeUnit.SECONDS).result().orElseThrow();
        assertThat(opened.firstOutputs().all()).hasSize(1);
    }

    @Test
    void another_runners_session_cannot_be_resumed() throws Exception {
        Invitation invitation = invite();
        SocketRunner victim = SocketRunner.connect(bridge).join(invitation.token());
        String session = ((Message.Welcome) victim.next()).session();
        joined(invitation);
        assertThat(SocketRunner.connect(bridge)
                        .resume("00".repeat(24), session, 0)
                        .closeReason())
                .contains("no such session");
    }

    @Test
    void many_frames_leave_in_order_and_whole() throws Exception {
        Invitation invitation = invite();
        SocketRunner socket = SocketRunner.connect(bridge).join(invitation.token());
        assertThat(socket.next()).isInstanceOf(Message.Welcome.class);
        Runner runner = joined(invitation);
        List<Tensor> steps = java.util.stream.IntStream.range(0, 300)
                .mapToObj(step -> {
                    float[] values = new float[10_000];
                    java.util.Arrays.fill(values, step);
                    return Tensor.floats(Shape.of(10_000), values);
                })
                .toList();
        Job job = new Job(
                "job",
                Backends.WASM,
                artifact(),
                new Feeds(Map.of("x", steps), Map.of()),
                List.of("y"),
                SessionSettings.defaults());
        CompletableFuture<Reply<RunnerSession>> opening =
                CompletableFuture.supplyAsync(() -> runner.open(job, PATIENCE));
        for (int step = 0; step < 300; step++) {
            Packet.TensorPacket packet = (Packet.TensorPacket) socket.next();
            assertThat(packet.step()).isEqualTo(step);
            assertThat(packet.tensor()).isEqualTo(steps.get(step));
        }
        assertThat(socket.next()).isInstanceOf(Message.Execute.class);
        socket.send(new Envelope(
                2,
                0,
                new Message.Result(
                        "job",
                        "failed",
                        NO_TIMES,
                        Optional.empty(),
                        Optional.of(new Message.ErrorInfo("create", "Error", "enough", Optional.empty())),
                        Optional.empty())));
        assertThat(opening.get(60, TimeUnit.SECONDS)).isInstanceOf(Reply.Failed.class);
    }

    private static BridgeServer forOne() {
        return Bridges.start(BridgeConfig.defaults()
                .withLimits(new BridgeLimits(1024, 1024, 1, 1024 * 1024, Duration.ofSeconds(15))));
    }

    @Test
    void more_runners_than_the_limit_are_refused() throws Exception {
        try (BridgeServer small = forOne()) {
            SocketRunner first = SocketRunner.connect(small)
                    .join(small.invite("first", small.assets()).token());
            assertThat(first.next()).isInstanceOf(Message.Welcome.class);
            // It is welcomed a moment before it counts.
            Awaitility.await()
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> SocketRunner.connect(small).cut())
                            .hasCauseInstanceOf(WebSocketHandshakeException.class));
            first.cut();
            Awaitility.await().until(() -> small.connections() == 0);
            assertThat(SocketRunner.connect(small)).isNotNull();
        }
    }

    @Test
    void of_runners_that_come_at_the_same_moment_no_more_than_the_limit_stay() throws Exception {
        try (BridgeServer small = forOne()) {
            List<SocketRunner> crowd =
                    Stream.generate(() -> SocketRunner.connect(small)).limit(12).toList();
            List<CompletableFuture<SocketRunner>> greeting = crowd.stream()
                    .map(one -> CompletableFuture.supplyAsync(
                            () -> one.join(small.invite("one", small.assets()).token()),
                            task -> new Thread(task).start()))
                    .toList();
            greeting.forEach(one -> one.handle((runner, refused) -> "decided").join());
            Awaitility.await()
                    .until(() -> crowd.stream()
                                    .filter(runner -> !runner.closed.isDone())
                                    .count()
                            == 1);
            assertThat(small.connections()).isEqualTo(1);
        }
    }

    @Test
    void closing_the_bridge_closes_its_sockets() throws Exception {
        BridgeServer other = Bridges.start();
        SocketRunner socket = SocketRunner.connect(other);
        other.close();
        assertThat(socket.closed.handle((reason, error) -> "ended").get(30, TimeUnit.SECONDS))
                .isEqualTo("ended");
        other.close();
    }

    private static Invitation invite() {
        return bridge.invite("test", bridge.assets());
    }

    private static Runner joined(Invitation invitation) throws Exception {
        return invitation.joined().get(30, TimeUnit.SECONDS);
    }

    private static Fault open(Runner runner, Duration timeout) {
        return ((Reply.Failed<RunnerSession>) runner.open(job(), timeout)).fault();
    }

    private static Job job() {
        return new Job(
                "job",
                Backends.WASM,
                artifact(),
                Feeds.of(Map.of("x", Tensor.floats(Shape.of(2), 1, 2))),
                List.of("y"),
                SessionSettings.defaults());
    }

    private static ModelArtifact artifact() {
        return new ModelArtifact("ab".repeat(32), 1, Path.of("none.onnx"));
    }
}
