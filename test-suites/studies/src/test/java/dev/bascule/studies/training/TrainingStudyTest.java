package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.graph.Parameter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real engine, right and with planted faults. */
@Tag("native")
class TrainingStudyTest {
    @TempDir
    private static Path folder;

    private static NativeTrainings side;
    private static LabelledData data;
    private static TrainingStudy study;

    @BeforeAll
    static void start() {
        side = new NativeTrainings(folder);
        data = Blobs.data();
        study = side.study(NativeTrainings.task(data), NativeTrainings.limits());
    }

    @AfterAll
    static void stop() {
        study.close();
        side.close();
    }

    private static TargetTraining planted(UnaryOperator<TrainingModels> fault) {
        return side.train(study, fault);
    }

    @Test
    void a_right_target_is_held_against_exact_gradients_and_losses_and_learns() {
        TargetTraining target = planted(models -> models);

        assertThat(target.wrong()).isEmpty();
        assertThat(target.verdict()).isEqualTo(Verdict.PASS);
        GradientJudgement gradients = target.checks().gradients().orElseThrow();
        assertThat(gradients.layers()).hasSizeGreaterThan(5);
        assertThat(gradients.compared()).isPositive();
        assertThat(gradients.relative()).isLessThan(1e-5);
        assertThat(gradients.difference().orElseThrow()).isLessThan(GradientJudgement.DIFFERENCE);
        Trajectory trajectory = target.checks().trajectory().orElseThrow();
        assertThat(trajectory.judged()).isEqualTo(NativeTrainings.EXACT);
        assertThat(target.learnt().losses()).hasSize(NativeTrainings.STEPS);
        assertThat(target.checks().reference().orElseThrow().kind()).isNotEqualTo(Agreement.Kind.DIVERGENT);
        assertThat(target.checks().repeated().orElseThrow().isBitwise()).isTrue();
        assertThat(target.checks().resumed().orElseThrow().isBitwise()).isTrue();
        assertThat(target.learnt().evaluations()).extracting(Evaluation::step).containsExactly(12L, 24L);
        StepTimes times = target.times().orElseThrow();
        assertThat(times.steps().size()).isEqualTo(NativeTrainings.STEPS);
        assertThat(times.samplesPerSecond()).isPositive();
    }

    @Test
    void a_flipped_sign_is_wrong_and_has_no_speed() {
        TargetTraining faulty = planted(models ->
                models.planted(step -> step, gradient -> PlantedFaults.flipped(gradient, parameter(models)), folder));

        assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(faulty.wrong().orElseThrow()).contains("the gradient of ");
        assertThat(faulty.times()).isEmpty();
    }

    @Test
    @Tag("full")
    void one_filter_of_a_convolution_that_is_a_tenth_short_is_no_unit_on_an_edge() {
        LabelledData pictures = Blobs.pictures();
        TrainingLimits brief = NativeTrainings.limits().withSteps(2);
        try (TrainingStudy lenet = side.study(NativeTrainings.task("lenet", pictures), brief)) {
            TargetTraining right = side.train(lenet, models -> models);
            Parameter filters = lenet.models(42).step().graph().parameters().stream()
                    .filter(each -> each.initial().shape().rank() == 4)
                    .findFirst()
                    .orElseThrow();
            TargetTraining faulty = side.train(
                    lenet,
                    models -> models.planted(
                            step -> step,
                            gradient -> PlantedFaults.shortFilter(
                                    gradient, filters.name(), filters.initial().shape()),
                            folder));

            assertThat(right.verdict()).as(right.wrong().toString()).isEqualTo(Verdict.PASS);
            assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(faulty.wrong().orElseThrow()).contains("the gradient of " + filters.name());
        }
    }

    @Test
    @Tag("full")
    void a_frozen_layer_is_wrong() {
        TargetTraining faulty = planted(models -> models.planted(
                step -> PlantedFaults.frozen(step, parameter(models)::equals), gradient -> gradient, folder));

        assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(faulty.checks().still()).containsExactly(parameter(study.models(42)));
    }

    @Test
    @Tag("full")
    void an_optimizer_that_applies_nothing_is_wrong() {
        TargetTraining faulty = planted(models ->
                models.planted(step -> PlantedFaults.frozen(step, any -> true), gradient -> gradient, folder));

        assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(faulty.wrong().orElseThrow()).contains("the loss of step 2");
    }

    @Test
    @Tag("full")
    void steps_in_another_order_are_wrong() {
        TargetTraining faulty =
                side.trainBehind(study, real -> TamperedRunner.of(real, job -> job, TrainingStudyTest::reversed));

        assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(faulty.wrong().orElseThrow()).contains("the loss of step 1");
    }

    private static AdvanceRequest reversed(AdvanceRequest request) {
        List<Map<String, Tensor>> steps = new ArrayList<>(request.steps());
        Collections.reverse(steps);
        return new AdvanceRequest(steps, request.read(), request.limit());
    }

    @Test
    @Tag("full")
    void moments_that_are_dropped_when_a_run_is_resumed_are_wrong() {
        TargetTraining faulty = side.trainBehind(
                study, real -> TamperedRunner.of(real, TrainingStudyTest::withoutMoments, request -> request));

        assertThat(faulty.checks().repeated().orElseThrow().isBitwise()).isTrue();
        assertThat(faulty.checks().resumed().orElseThrow().isBitwise()).isFalse();
        assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(faulty.wrong().orElseThrow()).contains("steps that go on from its state");
    }

    /** The third session of a target: gradients, steps, and these again. */
    @Test
    @Tag("full")
    void a_repetition_that_does_not_come_through_is_no_pass() {
        AtomicInteger sessions = new AtomicInteger();
        TargetTraining faulty = side.trainBehind(
                study,
                real -> TamperedRunner.of(
                        real, job -> sessions.incrementAndGet() == 3 ? without(job) : job, request -> request));

        assertThat(faulty.checks().repeated()).isEmpty();
        assertThat(faulty.checks().resumed()).isPresent();
        assertThat(faulty.verdict().isFailure()).isTrue();
        assertThat(faulty.notes()).anyMatch(note -> note.contains("the first steps were not repeated to their end"));
    }

    /** A job without anything fed, which no engine runs. */
    private static Job without(Job job) {
        return new Job(
                job.id(), job.backend(), job.model(), new Feeds(Map.of(), Map.of()), job.outputs(), job.settings());
    }

    @Test
    @Tag("full")
    void accuracy_is_looked_at_among_the_exact_steps_too_and_a_limit_ends_a_run_there() {
        TrainingLimits usual = NativeTrainings.limits();
        TrainingLimits often = new TrainingLimits(usual.timeout(), usual.training(), 8, 6, 2, OptionalDouble.of(1e-9));
        try (TrainingStudy other = side.study(NativeTrainings.task(data), often)) {
            TargetTraining target = side.train(other, models -> models);
            assertThat(target.learnt().reached()).hasValue(2);
            assertThat(target.learnt().losses()).hasSize(6);
            assertThat(target.checks().repeated()).isPresent();
        }
        TrainingLimits brief =
                new TrainingLimits(usual.timeout(), Duration.ofNanos(1), 500, 6, 500, OptionalDouble.empty());
        try (TrainingStudy other = side.study(NativeTrainings.task(data), brief)) {
            TargetTraining target = side.train(other, models -> models);
            assertThat(target.learnt().losses()).hasSizeLessThan(20);
            assertThat(target.notes())
                    .anyMatch(note -> note.startsWith("stopped after 3 of 500 steps"))
                    .anyMatch(note -> note.startsWith("the first steps were not repeated"));
        }
    }

    private static Job withoutMoments(Job job) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        job.feeds()
                .inputs()
                .forEach((name, tensors) -> inputs.put(
                        name,
                        name.endsWith(".m") || name.endsWith(".v")
                                ? List.of(Tensor.floats(
                                        tensors.get(0).shape(),
                                        new float
                                                [Math.toIntExact(
                                                        tensors.get(0).shape().elements())]))
                                : tensors));
        return new Job(
                job.id(),
                job.backend(),
                job.model(),
                new Feeds(inputs, job.feeds().carry()),
                job.outputs(),
                job.settings());
    }

    /**
     * Shuffled labels of three clouds still fit some cloud better by luck, in all its held-out samples at once. Where those are shuffled
     * too, each is right or wrong by itself, and the interval of its accuracy holds for chance.
     */
    @Test
    @Tag("full")
    void from_shuffled_labels_nothing_is_learnt_but_chance() {
        Labelled shuffled = data.train().withShuffledLabels(7);
        Evaluation after = last(Blobs.of(shuffled, data.test()));
        Evaluation both = last(Blobs.of(shuffled, data.test().withShuffledLabels(8)));
        Evaluation right = planted(models -> models).learnt().last().orElseThrow();

        assertThat(right.interval().low()).isGreaterThan(after.interval().high());
        assertThat(1.0 / Blobs.CLASSES)
                .isBetween(both.interval().low(), both.interval().high());
    }

    private static Evaluation last(LabelledData of) {
        try (TrainingStudy other = side.study(NativeTrainings.task(of), NativeTrainings.limits())) {
            return side.train(other, models -> models).learnt().last().orElseThrow();
        }
    }

    private static String parameter(TrainingModels models) {
        return models.step().graph().parameters().get(0).name();
    }
}
