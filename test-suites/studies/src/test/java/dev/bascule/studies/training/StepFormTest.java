package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.step.Precision;
import dev.bascule.training.step.StepForm;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches in parts, 16-bit products and dropout on a real engine, right and with planted faults. */
@Tag("native")
class StepFormTest {
    private static final StepForm PARTS = new StepForm(4, Precision.SINGLE, OptionalDouble.empty());
    private static final StepForm MIXED = new StepForm(1, Precision.MIXED, OptionalDouble.empty());
    private static final StepForm DROPPING = new StepForm(2, Precision.SINGLE, OptionalDouble.of(0.2));

    @TempDir
    private static Path folder;

    private static NativeTrainings side;
    private static LabelledData data;

    @BeforeAll
    static void start() {
        side = new NativeTrainings(folder);
        data = Blobs.data();
    }

    @AfterAll
    static void stop() {
        side.close();
    }

    private static TrainingStudy study(String optimizer, StepForm form) {
        return side.study(
                NativeTrainings.task("mlp", data, optimizer, form),
                NativeTrainings.limits().withSteps(8));
    }

    @Test
    @Tag("full")
    void a_batch_in_parts_is_the_batch_as_a_whole_and_gradients_that_are_added_alone_are_wrong() {
        try (TrainingStudy study = study("sgd", PARTS);
                TrainingStudy whole = study("sgd", StepForm.PLAIN)) {
            TargetTraining right = side.train(study, models -> models);
            TargetTraining faulty =
                    side.train(study, models -> models.planted(PlantedFaults::summed, gradient -> gradient, folder));
            List<Float> losses = side.train(whole, models -> models).learnt().losses();

            assertThat(right.verdict()).as(right.wrong().toString()).isEqualTo(Verdict.PASS);
            assertThat(right.learnt().losses()).hasSize(8);
            assertThat(Agreement.of(right.learnt().losses(), losses).furthest()).isLessThan(1e-5);
            assertThat(right.checks().trajectory().orElseThrow().steps()).hasSize(4 * NativeTrainings.EXACT);
            assertThat(right.checks().resumed().orElseThrow().isBitwise()).isTrue();
            assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(faulty.wrong().orElseThrow()).contains("the loss of step 2");
        }
    }

    @Test
    void masks_are_the_same_for_the_exact_reference_and_others_on_one_target_are_wrong() {
        try (TrainingStudy study = study("adam", DROPPING)) {
            TargetTraining right = side.train(study, models -> models);
            TargetTraining faulty =
                    side.trainBehind(study, real -> TamperedRunner.of(real, job -> job, StepFormTest::withOtherMasks));

            assertThat(right.verdict()).as(right.wrong().toString()).isEqualTo(Verdict.PASS);
            assertThat(right.checks().resumed().orElseThrow().isBitwise()).isTrue();
            requirePassesOrWhyNot(right);
            assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(faulty.wrong().orElseThrow()).contains("the loss of step 1");
        }
    }

    private static AdvanceRequest withOtherMasks(AdvanceRequest request) {
        DropoutMasks others = DropoutMasks.of(NativeTrainings.task("mlp", data, "adam", DROPPING), 43);
        Map<String, Tensor> drawn = others.at(1);
        List<Map<String, Tensor>> steps = request.steps().stream()
                .map(step -> {
                    Map<String, Tensor> other = new LinkedHashMap<>(step);
                    other.replaceAll((name, tensor) -> name.startsWith(GraphBuilder.MASK)
                            ? Tensor.of(
                                    tensor.dtype(),
                                    tensor.shape(),
                                    drawn.get(name)
                                            .data()
                                            .slice(0, tensor.data().remaining()))
                            : tensor);
                    return other;
                })
                .toList();
        return new AdvanceRequest(steps, request.read(), request.limit());
    }

    @Test
    void products_in_16_bits_have_a_yardstick_of_their_own_and_a_scale_that_is_not_divided_out_is_wrong() {
        try (TrainingStudy study = study("sgd", MIXED)) {
            TargetTraining right = side.train(study, models -> models);
            TargetTraining faulty =
                    side.train(study, models -> models.planted(PlantedFaults::scaled, gradient -> gradient, folder));

            assertThat(right.verdict().isRight()).as(right.wrong().toString()).isTrue();
            MixedSteps mixed = right.checks().mixed().orElseThrow();
            assertThat(mixed.scale()).hasValue(1024);
            assertThat(mixed.skipped()).isZero();
            assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
        }
    }

    @Test
    @Tag("full")
    void products_in_32_bits_that_were_to_be_in_16_are_told_and_no_pass_with_any_seed() {
        try (TrainingStudy study = study("sgd", MIXED)) {
            TargetTraining right = side.train(study, models -> models);
            List<TargetTraining> widened = side.train(
                    study,
                    List.of(42L, 43L),
                    models -> models.planted(PlantedFaults::widened, PlantedFaults::widened, folder));

            assertThat(right.reservations()).isEmpty();
            assertThat(widened).hasSize(2).allSatisfy(seed -> {
                assertThat(seed.verdict()).isEqualTo(Verdict.PARTIAL);
                assertThat(seed.reservations())
                        .singleElement()
                        .asString()
                        .contains("no product was computed in 16 bits");
            });
        }
    }

    @Test
    @Tag("full")
    void a_step_graph_that_adds_and_does_not_average_is_seen_by_itself() {
        TrainingTask task = NativeTrainings.task("mlp", data, "sgd", PARTS);
        TrainingModels models = TrainingModels.write(task, 42, folder);
        StepOrder order = new StepOrder(task, 42);

        ExactTraining right = ExactTraining.of(task, models, order, TrainingStart.ANEW, 3, () -> false);
        ExactTraining faulty = ExactTraining.of(
                task,
                models.planted(PlantedFaults::summed, gradient -> gradient, folder),
                order,
                TrainingStart.ANEW,
                3,
                () -> false);

        assertThat(right.apart().orElseThrow()).isLessThan(1e-6);
        assertThat(right.unlikeWhole()).isEmpty();
        assertThat(faulty.unlikeWhole().orElseThrow()).contains("off whole batches");
    }

    @Test
    @Tag("full")
    void parts_that_are_normalised_by_themselves_are_told_not_to_be_held_against_the_whole() {
        TrainingTask task = NativeTrainings.task("resnet-micro", Blobs.pictures(), "sgd", PARTS);
        TrainingModels models = TrainingModels.write(task, 42, folder);

        ExactTraining exact =
                ExactTraining.of(task, models, new StepOrder(task, 42), TrainingStart.ANEW, 1, () -> false);

        assertThat(exact.apart()).isEmpty();
        assertThat(exact.unknown()).anyMatch(why -> why.contains("were not held against them"));
    }

    @Test
    @Tag("full")
    void forward_gradient_and_step_are_timed_in_turn_of_what_is_right_alone() {
        try (TrainingStudy study = study("sgd", StepForm.PLAIN)) {
            TargetTraining right = side.train(study, models -> models);
            TargetTraining faulty = side.train(
                    study,
                    models -> models.planted(step -> PlantedFaults.frozen(step, any -> true), same -> same, folder));

            TrainingModels.Timed others = TrainingModels.write(
                            NativeTrainings.task("mlp", data, "sgd", StepForm.PLAIN), 43, folder)
                    .timed();
            TargetTraining besideOthers = side.train(
                    study,
                    models -> new TrainingModels(
                            models.step(),
                            models.gradient(),
                            models.forward(),
                            others,
                            models.evaluated(),
                            models.evaluationBatch()));

            assertThat(besideOthers.passes()).isEmpty();
            assertThat(besideOthers.notes()).anyMatch(note -> note.contains("were not timed in turn: "));
            requirePassesOrWhyNot(right);
            assertThat(faulty.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(faulty.passes()).isEmpty();
        }
    }

    /** A busy machine may take too long to open a session, which is told. */
    private static void requirePassesOrWhyNot(TargetTraining right) {
        assertThat(right.passes().isPresent())
                .isNotEqualTo(right.notes().stream().anyMatch(note -> note.contains("were not timed in turn: ")));
        right.passes().ifPresent(passes -> {
            assertThat(passes.toStep().pairs())
                    .isEqualTo(passes.toGradient().pairs())
                    .isPositive();
            assertThat(passes.forward().size())
                    .isGreaterThan(passes.toGradient().pairs());
        });
    }
}
