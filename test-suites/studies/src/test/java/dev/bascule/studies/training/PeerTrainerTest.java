package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactResult;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.training.peer.PeerPrecision;
import dev.bascule.studies.training.peer.PeerRequest;
import dev.bascule.studies.training.peer.PeerRun;
import dev.bascule.studies.training.peer.PeerStep;
import dev.bascule.studies.training.peer.TrainingPeer;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers that answer by hand, beside a real engine. */
@Tag("native")
@Tag("full")
class PeerTrainerTest {
    private static final int STEPS = 6;
    private static final Duration TICK = Duration.ofMillis(2);

    @TempDir
    private static Path folder;

    private static NativeTrainings side;
    private static TrainingTask task;
    private static TrainingStudy study;
    private static TargetTraining target;

    @BeforeAll
    static void start() {
        side = new NativeTrainings(folder);
        task = NativeTrainings.task(Blobs.data());
        study = side.study(task, NativeTrainings.limits().withSteps(STEPS));
        target = side.train(study, models -> models);
    }

    @AfterAll
    static void stop() {
        study.close();
        side.close();
    }

    private record Fake(Function<PeerRequest, PeerRun> answer, List<PeerRequest> asked) implements TrainingPeer {
        @Override
        public String name() {
            return "fake";
        }

        @Override
        public PeerRun train(PeerRequest request) {
            asked.add(request);
            return answer.apply(request);
        }
    }

    private final List<PeerRequest> asked = new ArrayList<>();

    private PeerTraining beside(Function<PeerRequest, PeerRun> answer) {
        return study.beside(new Fake(answer, asked), OptimizerSettings.DEFAULTS, 2, 42, STEPS);
    }

    /** What the engine came to, with its gradients by the exact reference; each loss so much off. */
    private static PeerRun honest(PeerRequest request, double off) {
        Map<String, Value> inputs = new LinkedHashMap<>();
        request.initial().forEach((name, tensor) -> inputs.put(name, Value.of(tensor)));
        request.batches().batch(0).forEach((name, tensor) -> inputs.put(name, Value.of(tensor)));
        List<String> parameters =
                request.forward().parameters().stream().map(each -> each.name()).toList();
        ExactResult.Known known = (ExactResult.Known) new ExactModel(
                        TrainingGraphs.gradient(task.fed(42, task.batch())).model())
                .run(
                        inputs,
                        parameters.stream()
                                .map(name -> name + TrainingGraph.GRADIENT)
                                .toList(),
                        ExactModel.Plan.EXACT_ONLY,
                        () -> false);
        Map<String, Tensor> gradients = new LinkedHashMap<>();
        parameters.forEach(name -> gradients.put(
                name, ((Value.One) known.output(name + TrainingGraph.GRADIENT).value()).tensor()));
        return new PeerRun.Ran(
                "Fake 1.0",
                request.threads(),
                gradients,
                target.learnt().losses().stream()
                        .map(loss -> new PeerStep(loss * (1 + off), TICK, TICK, TICK))
                        .toList(),
                target.learnt().state().orElseThrow().state());
    }

    @Test
    void it_is_asked_for_the_same_parameters_batches_and_updates_and_held_against_the_same() {
        PeerTraining peer = beside(request -> honest(request, 0));

        PeerRequest request = asked.get(0);
        assertThat(request.initial()).isEqualTo(request.forward().state());
        assertThat(request.batches().count()).isEqualTo(STEPS);
        assertThat(request.batches().batch(1)).isEqualTo(new StepOrder(task, 42).samples(2));
        assertThat(request.optimizer()).isEqualTo("adam");
        assertThat(request.precision()).isEqualTo(PeerPrecision.FLOAT32);
        assertThat(peer.engine()).contains("Fake 1.0");
        assertThat(peer.gradients().orElseThrow().relative()).isLessThan(1e-6);
        assertThat(peer.beside(target).kind()).isEqualTo(Agreement.Kind.BITWISE);
        assertThat(peer.evaluation().orElseThrow().right())
                .isEqualTo(target.learnt().last().orElseThrow().right());
        assertThat(peer.times().orElseThrow().update().size()).isEqualTo(STEPS);
    }

    @Test
    void of_other_steps_the_times_are_withheld() {
        PeerTraining peer = beside(request -> honest(request, 0.01));

        assertThat(peer.times()).isEmpty();
        assertThat(peer.withheld().orElseThrow()).contains("0.0100 off the exact ones");
        assertThat(peer.beside(target).firstBeyond()).hasValue(1);
    }

    @Test
    void gradients_that_are_missing_are_infinitely_far_off() {
        PeerTraining peer = beside(request -> new PeerRun.Ran("Fake 1.0", 2, Map.of(), List.of(), request.initial()));

        assertThat(peer.gradients().orElseThrow().relative()).isInfinite();
        assertThat(peer.withheld()).contains("no exact losses stand behind it");
    }

    @Test
    void one_that_is_not_here_or_falls_is_told() {
        Failure absent = Failure.of(ErrorCode.PART_UNAVAILABLE, "not here", "install it");
        PeerTraining missing = beside(request -> new PeerRun.Unavailable(absent));
        PeerTraining fell = beside(request -> new PeerRun.Failed(
                absent, List.of(new PeerStep(target.learnt().losses().get(0), TICK, TICK, TICK))));

        assertThat(missing.failure()).contains(absent);
        assertThat(missing.reference()).isEmpty();
        assertThat(fell.losses()).hasSize(1);
        assertThat(fell.beside(target).firstOther()).isEmpty();
        assertThat(fell.times()).isEmpty();
    }
}
