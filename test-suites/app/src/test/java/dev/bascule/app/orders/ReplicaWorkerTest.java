package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.studies.replicas.Worker;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.workers.wire.AttemptKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private static final Set<String> READ = PlayedComputer.READ;

    private final PlayedComputer played = new PlayedComputer();
    private final PlayedPlace here = new PlayedPlace();
    private UnaryOperator<byte[]> said = bytes -> bytes;
    private final PlayedReplicas pool = new PlayedReplicas(here, played, bytes -> said.apply(bytes));
    private final PooledReplica place = new PooledReplica(
            new ReplicaPool(this::connected, new Requirement.Anything(), Duration.ofMillis(200), "@tokens/me"),
            PlayedReplicas.run(),
            new Chosen(Optional.empty(), Backends.NATIVE_CPU, true));
    private final Worker worker =
            place.worker(0, PlayedReplicas.MODEL, SessionSettings.defaults(), Duration.ofSeconds(5));

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

        assertThat(came.outputs()).isEqualTo(PlayedComputer.advance(FED).outputs());
        assertThat(came.state()).isEqualTo(PlayedComputer.advance(FED).state());
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
        assertThat(placement.evidence().nodes())
                .isEqualTo(PlayedComputer.evidence("cpu").nodes());
        assertThat(placement.failure()).isEmpty();
    }

    @Test
    void its_worker_is_told_that_whoever_trains_is_there_though_nothing_is_asked() throws Exception {
        assertThat(worker.open(FED)).isEmpty();
        assertThat(pool.kept.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void the_log_of_its_worker_says_in_a_line_each_when_it_begins_and_how_it_ends() {
        assertThat(worker.open(FED)).isEmpty();
        assertThat(pool.log).containsExactly("a replica of 20261129-000000-0001 on cpu begins");
        assertThat(worker.compute(FED, READ).result()).isPresent();
        assertThat(worker.compute(FED, READ).result()).isPresent();
        assertThat(worker.end()).isPresent();
        assertThat(pool.said(2))
                .matches(
                        "a replica of 20261129-000000-0001 on cpu ends after 2 steps in \\d+ s: whoever trains ended it");

        assertThat(worker.open(FED)).isEmpty();
        worker.kill();
        assertThat(pool.said(4)).contains("ends after 0 steps in ", ": it was stopped");

        played.unopenable = Optional.of(new Fault.Lost("create", "the child's process ended"));
        assertThat(worker.open(FED)).isPresent();
        assertThat(pool.said(6)).contains("the child's process ended");
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
        played.evidence = PlayedComputer.evidence("cuda");
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
