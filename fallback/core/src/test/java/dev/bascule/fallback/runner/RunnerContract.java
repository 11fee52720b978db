package dev.bascule.fallback.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Challenge;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelRequest;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PageMemory;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every runner does alike. Implementations say how to get one; it may be shared between tests. */
public interface RunnerContract {
    Duration LIMIT = Duration.ofSeconds(60);
    Shape FOUR = Shape.of(4);

    /** A live runner. */
    Runner runner();

    /** A backend that it can run a float32 Add on. */
    Backend backend();

    /** A folder for model files. */
    Path folder();

    @Test
    default void says_that_the_backend_is_usable() {
        assertThat(runner().probe().backend(backend().id()))
                .hasValueSatisfying(
                        report -> assertThat(report.status()).isIn(BackendStatus.OK, BackendStatus.DEGRADED));
    }

    @Test
    default void opens_a_model_and_ships_the_first_output() {
        RunnerSession session = opened(job(TinyOnnx.add(), once()));
        assertThat(session.firstOutputs().all()).singleElement().satisfies(output -> {
            assertThat(output.name()).isEqualTo("sum");
            assertThat(output.tensor()).isEqualTo(Tensor.floats(FOUR, 11, 22, 33, 44));
        });
        ok(session.finish(LIMIT));
    }

    @Test
    default void measures_as_many_iterations_as_asked_and_ships_no_output_twice() {
        RunnerSession session = opened(job(TinyOnnx.add(), once()));
        Block block = ok(session.measure(BlockRequest.ofIterations(7, LIMIT), LIMIT));
        assertThat(block.samples().size()).isEqualTo(7);
        assertThat(block.newOutputs().all()).isEmpty();
        Block timed = ok(session.measure(new BlockRequest(1, Duration.ofMillis(20), LIMIT), LIMIT));
        // Added up here in another order than there, or of other numbers: a runner may count in nanoseconds.
        assertThat(timed.samples().totalMillis()).isGreaterThanOrEqualTo(20 - 1e-6);
        ok(session.finish(LIMIT));
    }

    @Test
    default void infers_from_inputs_of_the_moment_and_measures_the_ways() {
        RunnerSession session = opened(job(TinyOnnx.add(), once()));
        for (int number = 1; number <= 3; number++) {
            Map<String, Tensor> inputs =
                    Map.of("x", Tensor.floats(FOUR, number, 2, 3, 4), "state", Tensor.floats(FOUR, 100, 0, 0, 0));
            Inference inference = ok(session.infer(inputs, LIMIT));
            assertThat(inference.outputs()).isEqualTo(Map.of("sum", Tensor.floats(FOUR, 100 + number, 2, 3, 4)));
            assertThat(inference.there()).isPositive();
            assertThat(inference.total()).isGreaterThan(inference.compute());
        }
        ok(session.measure(BlockRequest.ofIterations(2, LIMIT), LIMIT));
        assertThat(ok(session.infer(once().step(0), LIMIT)).outputs())
                .isEqualTo(Map.of("sum", Tensor.floats(FOUR, 11, 22, 33, 44)));
        ok(session.finish(LIMIT));
    }

    @Test
    default void leaves_phases_and_proof_of_where_it_ran() {
        RunnerSession session = opened(job(TinyOnnx.add(), once()));
        SessionEnd closing = ok(session.finish(LIMIT));
        assertThat(closing.phases().create()).isPresent();
        assertThat(closing.phases().first()).isPresent();
        assertThat(closing.evidence()).isPresent();
        Evidence evidence = new EvidenceJudge(Backends.installed())
                .judge(backend(), closing.evidence().orElseThrow(), EvidenceJudge.RunnerContext.UNKNOWN);
        assertThat(evidence.proof()).isEqualTo(ProofClass.PROVEN);
        assertThat(evidence.nodes()).isEqualTo(Map.of(backend().id(), 1));
    }

    @Test
    default void carries_state_from_step_to_step_and_starts_anew_when_the_steps_wrap() {
        Tensor ones = Tensor.floats(FOUR, 1, 1, 1, 1);
        Tensor tens = Tensor.floats(FOUR, 10, 10, 10, 10);
        Feeds feeds = new Feeds(
                Map.of("x", List.of(ones, tens, ones), "state", List.of(Tensor.floats(FOUR, 0, 0, 0, 0))),
                Map.of("state", "sum"));
        RunnerSession session = opened(job(TinyOnnx.add(), feeds));
        assertThat(session.firstOutputs().all().stream()
                        .map(output -> output.tensor().data().getFloat(0)))
                .containsExactly(1f, 11f, 12f);
        Block block = ok(session.measure(BlockRequest.ofIterations(6, LIMIT), LIMIT));
        assertThat(block.newOutputs().all()).isEmpty();
        ok(session.finish(LIMIT));
    }

    @Test
    default void answers_challenges_between_its_iterations_and_apart_from_their_samples() {
        RunnerSession session = opened(job(TinyOnnx.add(), once()));
        assertThat(session.takesChallenges()).isTrue();
        List<Challenge> challenges = List.of(challenge(100, 0), challenge(200, 3), challenge(300, 99));
        Block block = ok(session.measure(BlockRequest.ofIterations(5, LIMIT).withChallenges(challenges), LIMIT));
        assertThat(block.samples().size()).isEqualTo(5);
        assertThat(block.newOutputs().all()).isEmpty();
        assertThat(block.challenged())
                .extracting(answer -> answer.outputs().all().get(0).tensor())
                .containsExactly(
                        Tensor.floats(FOUR, 110, 2, 3, 4),
                        Tensor.floats(FOUR, 210, 2, 3, 4),
                        Tensor.floats(FOUR, 310, 2, 3, 4));
        assertThat(block.challenged())
                .allSatisfy(answer -> assertThat(answer.inferences().size()).isEqualTo(1));
        ok(session.finish(LIMIT));
    }

    private static Challenge challenge(float first, int after) {
        return new Challenge(
                Feeds.of(Map.of("x", Tensor.floats(FOUR, first, 2, 3, 4), "state", Tensor.floats(FOUR, 10, 0, 0, 0))),
                after);
    }

    @Test
    default void a_challenge_carries_its_own_state_and_leaves_the_sessions_alone() {
        Tensor ones = Tensor.floats(FOUR, 1, 1, 1, 1);
        Tensor zeros = Tensor.floats(FOUR, 0, 0, 0, 0);
        Feeds feeds =
                new Feeds(Map.of("x", List.of(ones, ones, ones), "state", List.of(zeros)), Map.of("state", "sum"));
        RunnerSession session = opened(job(TinyOnnx.add(), feeds));
        Tensor tens = Tensor.floats(FOUR, 10, 10, 10, 10);
        Feeds fresh = new Feeds(Map.of("x", List.of(tens, ones), "state", List.of(zeros)), Map.of("state", "sum"));
        Block block = ok(session.measure(
                BlockRequest.ofIterations(4, LIMIT).withChallenges(List.of(new Challenge(fresh, 2))), LIMIT));
        assertThat(block.challenged().get(0).outputs().all().stream()
                        .map(output -> output.tensor().data().getFloat(0)))
                .containsExactly(10f, 11f);
        assertThat(block.newOutputs().all()).as("its own sequence went on").isEmpty();
        ok(session.finish(LIMIT));
    }

    @Test
    default void refuses_what_is_no_model_and_lives_on() {
        assertThat(runner().open(job(new byte[] {1, 2, 3}, once()), LIMIT)).satisfies(RunnerContract::isRefused);
        opens_a_model_and_ships_the_first_output();
    }

    @Test
    default void refuses_an_unknown_operator_in_the_engines_own_words() {
        Reply<RunnerSession> reply = runner().open(job(TinyOnnx.unknownOperator(), once()), LIMIT);
        assertThat(reply).satisfies(RunnerContract::isRefused);
        Fault.Refused refused = (Fault.Refused) ((Reply.Failed<RunnerSession>) reply).fault();
        assertThat(refused.message()).contains("NoSuchOperator");
        assertThat(refused.phase()).isEqualTo("create");
    }

    @Test
    default void refuses_a_model_whose_content_is_not_what_its_hash_says() {
        Job honest = job(TinyOnnx.add(), once());
        ModelArtifact lie = new ModelArtifact(
                "0".repeat(64), honest.model().bytes(), honest.model().file());
        Job job = new Job(honest.id(), honest.backend(), lie, honest.feeds(), honest.outputs(), honest.settings());
        assertThat(runner().open(job, LIMIT)).satisfies(RunnerContract::isRefused);
    }

    @Test
    default void tells_its_memory_or_why_it_cannot() {
        PageMemory memory = ok(runner().memory(Duration.ofSeconds(30)));
        assertThat(memory.bytes().isPresent()).isNotEqualTo(memory.reason().isPresent());
        memory.bytes().ifPresent(bytes -> assertThat(bytes).isPositive());
    }

    @Test
    default void runs_its_own_kernels_or_refuses_and_lives_on() {
        List<KernelReading> readings = new ArrayList<>();
        Reply<Map<String, String>> reply = runner().kernels(
                        new KernelRequest("kernels-1", DeviceType.CPU, 1, true, Duration.ofMillis(500), 1 << 20),
                        readings::add,
                        LIMIT);
        if (reply instanceof Reply.Ok<Map<String, String>>) {
            assertThat(readings).extracting(KernelReading::kernel).contains("read", "write", "copy", "triad");
            assertThat(readings)
                    .allSatisfy(
                            reading -> assertThat(reading.reason().orElse("")).doesNotContain("wrong"));
        } else {
            assertThat(reply).satisfies(RunnerContract::isRefused);
        }
        opens_a_model_and_ships_the_first_output();
    }

    @Test
    default void plays_audio_into_the_model_or_refuses_and_lives_on() {
        int frame = 512;
        Feeds feeds =
                new Feeds(Map.of("x", List.of(zeros(frame)), "state", List.of(zeros(frame))), Map.of("state", "sum"));
        RunnerSession session = opened(job(TinyOnnx.add(frame), feeds));
        StreamRequest request = StreamRequest.realTime(
                file(TinyWav.sine(16000, 16000), "wav"), 16000, frame, "x", Duration.ofSeconds(1));
        Reply<StreamReport> reply = session.stream(request, LIMIT);
        if (reply instanceof Reply.Failed<StreamReport> failed) {
            assertThat(failed.fault()).isInstanceOf(Fault.Refused.class);
        } else {
            StreamReport report = ok(reply);
            assertThat(report.frames()).isEqualTo(31);
            assertThat(report.processed() + report.dropped()).isEqualTo(report.frames());
            assertThat(report.latency().size()).isEqualTo(report.processed());
            assertThat(report.outputs().get("sum").shape()).isEqualTo(Shape.of(report.processed(), frame));
            assertThat(report.outputs().get("sum")).satisfies(sums -> isSumOfItsFrames(report, sums, frame));
        }
        assertThat(ok(session.measure(BlockRequest.ofIterations(2, LIMIT), LIMIT))
                        .samples()
                        .size())
                .isEqualTo(2);
        ok(session.finish(LIMIT));
    }

    @Test
    default void gives_each_frame_the_end_of_the_one_before_it() {
        int frame = 512;
        int context = 64;
        Feeds feeds = Feeds.of(Map.of("x", zeros(context + frame), "state", zeros(context + frame)));
        RunnerSession session = opened(job(TinyOnnx.add(context + frame), feeds));
        ModelArtifact sound = file(TinyWav.sine(16000, 16000), "wav");
        Optional<StreamReport> report = session.stream(
                        StreamRequest.realTime(sound, 16000, frame, "x", Duration.ofSeconds(1))
                                .withContext(context),
                        LIMIT)
                .result();
        report.ifPresent(heard -> {
            Tensor sums = heard.outputs().get("sum");
            for (int i = 0; i < heard.processed(); i++) {
                int number = heard.processedFrames().get(i);
                int first = 4 * i * (context + frame);
                float before = number == 0 ? 0 : heard.pcm().data().getFloat(4 * (number * frame - context));
                assertThat(sums.data().getFloat(first)).isEqualTo(before);
                assertThat(sums.data().getFloat(first + 4 * context))
                        .isEqualTo(heard.pcm().data().getFloat(4 * number * frame));
            }
        });
        ok(session.finish(LIMIT));
    }

    private static void isSumOfItsFrames(StreamReport report, Tensor sums, int frame) {
        double sum = 0;
        for (int i = 0; i < report.processed(); i++) {
            sum += report.pcm()
                    .data()
                    .getFloat(4 * frame * report.processedFrames().get(i));
            assertThat((double) sums.data().getFloat(4 * frame * i)).isCloseTo(sum, offset(1e-4));
        }
    }

    private static Tensor zeros(int elements) {
        return Tensor.floats(Shape.of(elements), new float[elements]);
    }

    private static void isRefused(Reply<?> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        assertThat(((Reply.Failed<?>) reply).fault()).isInstanceOf(Fault.Refused.class);
    }

    private static Feeds once() {
        return Feeds.of(Map.of("x", Tensor.floats(FOUR, 1, 2, 3, 4), "state", Tensor.floats(FOUR, 10, 20, 30, 40)));
    }

    private Job job(byte[] model, Feeds feeds) {
        return new Job(
                UUID.randomUUID().toString(),
                backend(),
                file(model, "onnx"),
                feeds,
                List.of("sum"),
                SessionSettings.defaults());
    }

    private ModelArtifact file(byte[] content, String suffix) {
        return Artifacts.write(folder(), content, suffix);
    }

    private RunnerSession opened(Job job) {
        return ok(runner().open(job, LIMIT));
    }

    private static <T> T ok(Reply<T> reply) {
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return reply.result().orElseThrow();
    }
}
