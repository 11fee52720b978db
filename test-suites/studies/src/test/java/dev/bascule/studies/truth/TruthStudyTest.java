package dev.bascule.studies.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.reduce.NativeSide;
import dev.bascule.studies.reduce.Planted;
import dev.bascule.studies.reduce.Planted.Damage;
import dev.bascule.studies.reduce.Samples;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real engine, whole and with planted faults. */
@Tag("native")
class TruthStudyTest {
    @TempDir
    private static Path folder;

    private static NativeSide side;
    private static ReproModel model;
    /** Its exact values are computed once. */
    private static TruthStudy study;

    @BeforeAll
    static void start() {
        side = new NativeSide(folder);
        model = Samples.zoo("resnet-micro", folder);
        study = new TruthStudy(model, () -> false);
    }

    @AfterAll
    static void stop() {
        side.close();
    }

    private static Target target(String version) {
        return new Target(
                Backends.NATIVE_CPU,
                Optional.empty(),
                new Engine("onnxruntime", version, Optional.empty()),
                DeviceType.CPU,
                Optional.empty(),
                Map.of());
    }

    private static TargetTruth examine(Trial trial) {
        return study.examine(Map.of(target("1"), trial), activity -> {}).get(0);
    }

    private static Trial refusing(Predicate<ReproModel> refused) {
        return repro -> refused.test(repro)
                ? new TrialOutcome.Fell(
                        new Fault.Refused("create", "Error", "no kernel", Optional.empty(), Phases.NONE))
                : side.target().run(repro);
    }

    @Test
    void of_a_right_engine_rounding_explains_every_value_and_the_faulty_one_is_told_by_its_first_wrong_node() {
        Map<Target, Trial> targets = new LinkedHashMap<>();
        targets.put(
                target("faulty"),
                Planted.wrong(side.target(), node -> node.getOutput(0).equals("layer2.0.conv2"), Damage.DRIFT));
        targets.put(target("right"), side.target());

        List<TargetTruth> truths = study.examine(targets, activity -> {});

        TargetTruth right = truths.get(1);
        assertThat(right.values()).hasSize(study.values());
        assertThat(right.compared()).isEqualTo(study.values());
        assertThat(right.firstOutside()).isEmpty();
        assertThat(right.right()).hasValue(true);
        assertThat(right.distance().orElseThrow()).isLessThan(3);
        TargetTruth faulty = truths.get(0);
        assertThat(faulty.right()).hasValue(false);
        assertThat(faulty.firstOutside().orElseThrow().value().name()).isEqualTo("layer2.0.conv2");
        assertThat(faulty.values())
                .isSortedAccordingTo(
                        (a, b) -> Integer.compare(a.value().node(), b.value().node()));
        TruthReport report = new TruthReport(
                "resnet-micro", "f00d", study.values(), study.passes(), study.exact(), truths, List.of(), false);
        assertThat(report.byDistance()).containsExactly(right, faulty);
    }

    @Test
    void a_value_that_an_engine_does_not_give_is_not_told_and_costs_no_other() {
        TargetTruth truth = examine(refusing(repro -> repro.outputs().contains("layer1.0.relu2")));

        assertThat(truth.failure()).isEmpty();
        assertThat(truth.values())
                .filteredOn(value -> value.difference().isEmpty())
                .singleElement()
                .satisfies(value -> {
                    assertThat(value.value().name()).isEqualTo("layer1.0.relu2");
                    assertThat(value.reason().orElseThrow()).contains("no kernel");
                });
        assertThat(truth.firstOutside()).isEmpty();
    }

    @Test
    void an_engine_that_does_not_run_the_model_is_told_with_its_words() {
        TargetTruth truth = examine(refusing(repro -> true));

        assertThat(truth.failure().orElseThrow()).contains("no kernel");
        assertThat(truth.values()).isEmpty();
        assertThat(truth.right()).isEmpty();
        assertThat(truth.distance()).isEmpty();
    }

    @Test
    void what_was_seen_before_it_was_stopped_is_kept() {
        AtomicInteger runs = new AtomicInteger();
        TargetTruth truth = new TruthStudy(model, () -> runs.get() > 1)
                .examine(
                        Map.of(target("1"), (Trial) repro -> {
                            runs.incrementAndGet();
                            return side.target().run(repro);
                        }),
                        activity -> {})
                .get(0);

        assertThat(truth.right()).hasValue(true);
        assertThat(truth.values()).hasSizeBetween(2, 60);
    }
}
