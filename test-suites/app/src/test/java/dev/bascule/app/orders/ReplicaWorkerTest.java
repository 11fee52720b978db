package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.studies.replicas.ReplicaModel;
import dev.bascule.studies.replicas.ReplicaPlace;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.workers.wire.AttemptKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A replica of a pool, from its host's question through its duty to a worker that a test plays. */
@Timeout(60)
class ReplicaWorkerTest {
    private static final Map<String, Tensor> FED = Map.of(
            "weight", Tensor.floats(Shape.of(2), 3, 4),
            "samples", Tensor.floats(Shape.of(1, 2), 1, 2),
            "targets", Tensor.floats(Shape.of(1, 1), 1));

    private static final Set<String> READ = Set.of("weight.next", "samples.next");

    private final Played played = new Played();
    private final Here here = new Here();
    private UnaryOperator<byte[]> said = bytes -> bytes;
    private final PlayedReplicas pool = new PlayedReplicas(here, played, bytes -> said.apply(bytes));
    private final PooledReplica place = new PooledReplica(
            new ReplicaPool(this::connected, new Requirement.Anything(), Duration.ofMillis(200), "@tokens/me"),
            run(),
            new Chosen(Optional.empty(), Backends.NATIVE_CPU, true));
    private final Worker worker = place.worker(
            0,
            new ReplicaModel(
                    new ModelArtifact("0".repeat(64), 1, Path.of("replica.onnx")),
                    Map.of(),
                    List.of("loss", "weight.gradient")),
            SessionSettings.defaults(),
            Duration.ofSeconds(5));

    @AfterEach
    void close() {
        worker.close();
    }

    /** As a real one, which does not connect for one that is interrupted. */
    private JobPool connected() {
        if (Thread.currentThread().isInterrupted()) {
            throw new BasculeException(ErrorCode.RUN_INTERRUPTED, "connecting was interrupted");
        }
        return pool;
    }

    private static RunRequest run() {
        return new RunRequest(
                new Invocation("20261129-000000-0001", "replicas", "0".repeat(64), 42, "bascule distributed replicas"),
                List.of(new SuiteCase(
                        CaseId.parse("replicas:networks:mlp"),
                        new SuiteModel("mlp", "mlp", SuiteModel.Feed.NONE),
                        RunSettings.DEFAULT,
                        List.of(Chain.of(Backends.NATIVE_CPU)),
                        Comparisons.OFF)),
                BrowserSetup.of(new BrowserChoice.None()),
                0);
    }

    /** What a right worker makes of this. */
    static Advance advance(Map<String, Tensor> fed) {
        Map<String, Tensor> outputs = new HashMap<>(Map.of("loss", Tensor.floats(Shape.of(), 0.5f)));
        Optional.ofNullable(fed.get("weight")).ifPresent(weight -> outputs.put("weight.gradient", weight));
        Map<String, Tensor> state = new HashMap<>();
        fed.forEach((name, tensor) -> state.put(name + ".next", tensor));
        state.keySet().retainAll(READ);
        return new Advance(
                Samples.ofMillis(0.001), Samples.ofMillis(0.002), List.of(outputs), state, Duration.ofNanos(1));
    }

    private static final class Here implements ReplicaPlace {
        @Override
        public Backend backend() {
            return Backends.NATIVE_CPU;
        }

        @Override
        public Target target() {
            return new Target(
                    Backends.NATIVE_CPU,
                    Optional.empty(),
                    new Engine("onnxruntime", "1.29.0", Optional.empty()),
                    DeviceType.CPU,
                    Optional.of(false),
                    Map.of("vendor", "some"));
        }

        @Override
        public Optional<String> elsewhere() {
            return Optional.empty();
        }

        @Override
        public List<String> notes(SessionSettings settings) {
            return List.of();
        }

        @Override
        public Worker worker(int rank, ReplicaModel model, SessionSettings settings, Duration timeout) {
            throw new UnsupportedOperationException();
        }
    }

    /** Does as its test says. */
    private static final class Played implements Worker {
        private volatile Optional<Fault> unopenable = Optional.empty();
        private volatile Optional<Fault> dies = Optional.empty();
        private volatile UnaryOperator<Advance> lies = right -> right;
        private volatile Evidence evidence = evidence("cpu");
        private final CountDownLatch killed = new CountDownLatch(1);
        private final CountDownLatch computing = new CountDownLatch(1);
        private volatile boolean stuck;

        @Override
        public Optional<Ended> open(Map<String, Tensor> inputs) {
            return unopenable.map(Ended::of);
        }

        @Override
        public Reply<Advance> compute(Map<String, Tensor> inputs, Set<String> read) {
            computing.countDown();
            if (stuck) {
                try {
                    killed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return dies.<Reply<Advance>>map(Reply.Failed::new)
                    .orElseGet(() -> new Reply.Ok<>(lies.apply(advance(inputs))));
        }

        @Override
        public Optional<WireTraffic> traffic() {
            return Optional.empty();
        }

        @Override
        public Optional<SessionPlacement> end() {
            return Optional.of(new SessionPlacement(evidence, Optional.empty()));
        }

        @Override
        public void kill() {
            killed.countDown();
        }

        @Override
        public void close() {}
    }

    private static Evidence evidence(String backend) {
        return new Evidence(
                ProofClass.PROVEN,
                new Evidence.Where(backend, Optional.of(backend), Optional.of(backend)),
                Map.of(backend, 54),
                OptionalInt.empty(),
                Optional.of(false),
                Optional.of(DeviceType.CPU),
                Map.of(),
                List.of(),
                List.of());
    }

    private Fault failed(Reply<Advance> reply) {
        return reply.failed().orElseThrow();
    }

    @Test
    void what_comes_back_is_bit_for_bit_what_was_computed_there_and_its_bytes_are_counted() {
        assertThat(place.elsewhere()).as("nobody took it yet").isEmpty();
        assertThat(place.isPooled()).isTrue();
        assertThat(here.isPooled()).as("the control").isFalse();
        assertThat(worker.open(FED)).isEmpty();
        assertThat(place.elsewhere()).contains("played-1");
        assertThat(place.target()).isEqualTo(here.target());
        WireTraffic before = worker.traffic().orElseThrow();

        Advance came = worker.compute(FED, READ).result().orElseThrow();

        assertThat(came.outputs()).isEqualTo(advance(FED).outputs());
        assertThat(came.state()).isEqualTo(advance(FED).state());
        assertThat(came.feeds().millis()).containsExactly(0.001);
        WireTraffic traffic = worker.traffic().orElseThrow().since(before);
        long tensors = 8 + 8 + 4;
        assertThat(traffic.sent()).isBetween(tensors, tensors + 1000);
        assertThat(traffic.received()).isBetween(4L + 8 + 16, 4L + 8 + 16 + 1000);

        SessionPlacement placement = worker.end().orElseThrow();
        assertThat(placement.evidence().proof())
                .as("that machine's word: nothing of it is seen from here")
                .isEqualTo(ProofClass.REPORTED);
        assertThat(placement.evidence().where().proven()).isEmpty();
        assertThat(placement.evidence().nodes()).isEqualTo(evidence("cpu").nodes());
        assertThat(placement.failure()).isEmpty();
    }

    @Test
    void why_it_does_not_open_is_told_with_its_verdict_and_it_may_be_opened_again() {
        played.unopenable = Optional.of(new Fault.Refused(
                "create", "Error", "Could not find an implementation for Foo(1)", Optional.empty(), Phases.NONE));
        assertThat(worker.open(FED)).hasValueSatisfying(ended -> {
            assertThat(ended.verdict()).isEqualTo(Verdict.UNSUPPORTED);
            assertThat(ended.failure().code()).isEqualTo(ErrorCode.OPERATOR_UNSUPPORTED);
        });
        played.unopenable = Optional.empty();
        assertThat(worker.open(FED)).isEmpty();
        assertThat(worker.compute(FED, READ).result()).isPresent();
    }

    @Test
    void one_that_dies_is_lost_with_its_reason() {
        worker.open(FED);
        played.dies = Optional.of(new Fault.Lost("advance", "the child's process ended"));
        assertThat(failed(worker.compute(FED, READ)))
                .isInstanceOfSatisfying(
                        Fault.Lost.class, lost -> assertThat(lost.reason()).contains("the child's process ended"));
        assertThat(failed(worker.compute(FED, READ))).as("and stays so").isInstanceOf(Fault.Lost.class);
        assertThat(worker.end()).isEmpty();
    }

    @Test
    void where_nobody_takes_it_that_is_said_and_is_no_failure_that_is_tried_again() {
        pool.taken = false;
        assertThat(worker.open(FED)).hasValueSatisfying(ended -> {
            assertThat(ended.verdict()).isEqualTo(Verdict.UNSUPPORTED);
            assertThat(ended.failure().message()).contains("no worker took it within", "all are busy");
        });
    }

    @Test
    void killed_it_computes_no_more_and_the_host_is_told() throws Exception {
        worker.open(FED);
        played.stuck = true;
        Thread host = new Thread(() -> {
            try {
                played.computing.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            worker.kill();
        });
        host.start();
        assertThat(failed(worker.compute(FED, READ))).isInstanceOf(Fault.Lost.class);
        assertThat(played.killed.await(30, TimeUnit.SECONDS)).isTrue();
        host.join();
    }

    private void implausible(UnaryOperator<Advance> lie, String words) {
        assertThat(worker.open(FED)).isEmpty();
        played.lies = lie;
        assertThat(failed(worker.compute(FED, READ)))
                .isInstanceOfSatisfying(
                        Fault.Implausible.class,
                        fault -> assertThat(fault.reason()).contains(words));
    }

    private static Advance with(Advance right, Map<String, Tensor> outputs, Map<String, Tensor> state) {
        return new Advance(right.feeds(), right.steps(), List.of(outputs), state, right.readBack());
    }

    @Test
    @Tag("attack")
    void a_worker_that_says_what_cannot_be_is_not_believed() {
        implausible(
                right -> new Advance(
                        right.feeds(), Samples.ofMillis(3_600_000), right.outputs(), right.state(), right.readBack()),
                "that passed here");
        implausible(
                right -> with(right, Map.of("loss", Tensor.floats(Shape.of(), 1)), right.state()), "other gradients");
        implausible(right -> with(right, right.outputs().get(0), Map.of()), "other tensors than it was asked for");
        implausible(
                right -> with(
                        right,
                        Map.of(
                                "loss",
                                Tensor.floats(Shape.of(), 1),
                                "weight.gradient",
                                Tensor.floats(Shape.of(3), 1, 2, 3)),
                        right.state()),
                "another size");
        said = bytes -> new String(bytes, StandardCharsets.ISO_8859_1)
                .replace("\"feed\":0.001", "\"feed\":-10.0")
                .getBytes(StandardCharsets.ISO_8859_1);
        implausible(right -> right, "a time that there is not");
    }

    @Test
    @Tag("attack")
    void an_answer_that_is_none_and_evidence_of_another_backend_are_refused() {
        worker.open(FED);
        for (String none : List.of("", "{}", "\u0004\u0000\u0000\u0000null", "\u00ff\u00ff\u00ff\u007f")) {
            said = bytes -> none.getBytes(StandardCharsets.ISO_8859_1);
            assertThat(failed(worker.compute(FED, READ))).isInstanceOf(Fault.Implausible.class);
        }
        said = bytes -> bytes;
        assertThat(worker.compute(FED, READ).result()).as("the control").isPresent();
        played.evidence = evidence("cuda");
        assertThat(worker.end()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Verdict.class)
    @Tag("attack")
    void one_that_does_not_open_with_a_verdict_that_ends_nothing_is_lost_with_a_reason(Verdict verdict) {
        played.unopenable = Optional.of(new Fault.Refused(
                "create", "Error", "Could not find an implementation for Foo(1)", Optional.empty(), Phases.NONE));
        said = bytes ->
                ReplicaAnswer.failed(new Ended(verdict, Failure.of(ErrorCode.OPERATOR_UNSUPPORTED, "for some reason")));
        Ended ended = worker.open(FED).orElseThrow();
        if (verdict.isRight()) {
            assertThat(ended.verdict().isFailure()).isTrue();
            assertThat(ended.failure().message()).contains("a verdict that ends nothing");
        } else {
            assertThat(ended.verdict()).as("the control").isEqualTo(verdict);
            assertThat(ended.failure().message()).isEqualTo("for some reason");
        }
    }

    @Test
    void killed_by_one_that_is_interrupted_its_job_is_cancelled_all_the_same() throws Exception {
        assertThat(worker.open(FED)).isEmpty();
        Thread.currentThread().interrupt();
        worker.kill();
        assertThat(Thread.interrupted()).as("restored").isTrue();
        assertThat(played.killed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Tag("attack")
    void a_question_at_another_time_than_there_is_one_for_it_ends_the_duty() {
        assertThatThrownBy(() -> ReplicaAsk.read("x".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(BasculeException.class);
        worker.open(FED);
        AttemptOf key = new AttemptOf(pool);
        assertThatThrownBy(() -> key.tell(2, ReplicaAsk.open(FED)))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.failure()).extracting(Failure::code).isEqualTo(ErrorCode.PROTOCOL_VIOLATION));
    }

    /** Whoever has the submitter's token. */
    private record AttemptOf(PlayedReplicas pool) {
        byte[] tell(long number, byte[] frame) throws InterruptedException {
            return pool.tell(new AttemptKey(new JobId("any-1"), 1), number, frame, Duration.ofSeconds(30));
        }
    }
}
