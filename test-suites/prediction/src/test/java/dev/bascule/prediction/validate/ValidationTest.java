package dev.bascule.prediction.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.fit.Fits;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Methods;
import dev.bascule.prediction.fit.Question;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A world whose prices are linear must be learned; one whose times were dealt out by chance must not. */
class ValidationTest {
    private static final Method BLEND = method("class-blend");
    private static final Method WORK = method("class-work");

    private static Method method(String id) {
        return Methods.all().stream()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static World world() {
        return new World(12, 3, 0.02)
                .measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .measured("s1", World.WEBNN, 1);
    }

    @Test
    void prices_are_learned_for_architectures_that_the_fit_never_saw() {
        LeaveOut leaveOut = new LeaveOut(new Fits(world().set()));

        assertThat(ErrorSummary.of(leaveOut.architectures(WORK, World.WASM)).median())
                .isLessThan(0.08);
        assertThat(ErrorSummary.of(leaveOut.architectures(BLEND, World.WEBNN)).median())
                .isLessThan(0.08);
    }

    @Test
    void what_was_trained_on_shuffled_times_fails_its_own_validation() {
        LeaveOut leaveOut = new LeaveOut(new Fits(world().shuffled()));

        assertThat(ErrorSummary.of(leaveOut.architectures(WORK, World.WASM)).median())
                .isGreaterThan(0.5);
    }

    /** Medians that other work doubles by chance hide the prices that minima show. */
    @Test
    void minima_are_validated_for_themselves_and_are_nearer_where_medians_are_disturbed() {
        ValidationReport report = Validation.of(
                new World(12, 3, 0.02)
                        .disturbed("s1", World.CPU, 2)
                        .disturbed("s1", World.WASM, 2)
                        .set(),
                said -> {});
        ValidationReport minima = report.undisturbed().orElseThrow();

        assertThat(mean(minima, Scheme.NEW_ARCHITECTURE, "class-blend")).isLessThan(0.1);
        assertThat(mean(report, Scheme.NEW_ARCHITECTURE, "class-blend")).isGreaterThan(0.15);
        assertThat(minima.results().stream().filter(ValidationReport.Result::baseline))
                .extracting(ValidationReport.Result::method)
                .contains("flops", "flops+bytes", "nearest", "median-ratio");
        assertThat(minima.undisturbed()).isEmpty();
        // Where no minima were kept nothing is validated by them.
        TrainingSet small = new World(6, 2, 0.02)
                .measured("s1", World.CPU, 1)
                .measured("s1", World.WASM, 1)
                .set();
        assertThat(Validation.of(small, said -> {}).undisturbed()).isEmpty();
    }

    @Test
    void a_report_names_the_layers_that_were_left_out_and_why_and_calls_none_of_them_an_answer() {
        ValidationReport report = Validation.of(
                new World(12, 3, 0.02)
                        .contaminated("s1", World.CPU, 3)
                        .contaminated("s1", World.WASM, 3)
                        .set(),
                said -> {});

        assertThat(report.layers())
                .filteredOn(layer -> layer.layer() == LayerDecision.Layer.BY_MINIMUM)
                .isNotEmpty()
                .allSatisfy(layer -> {
                    assertThat(layer.used()).isFalse();
                    assertThat(layer.why()).contains("left out", "noise of the difference");
                });
        assertThat(report.undisturbed().orElseThrow().layers())
                .filteredOn(layer -> layer.layer() == LayerDecision.Layer.MINIMUM)
                .isNotEmpty()
                .noneMatch(LayerDecision::used);
        assertThat(report.choice())
                .extracting(ValidationReport.Choice::method)
                .isNotEmpty()
                .noneMatch(method -> method.endsWith("+minimum"));
    }

    @Test
    void native_cpu_is_not_predicted_from_itself() {
        assertThat(new LeaveOut(new Fits(world().set())).architectures(BLEND, World.CPU))
                .isEmpty();
    }

    @Test
    void an_alarm_rings_when_the_machine_is_half_as_fast_as_it_was() {
        TrainingSet set = world().measured("s2", World.CPU, 2)
                .measured("s2", World.WASM, 2)
                .set();
        ByDate dates = new ByDate(set, Instant.parse("2026-11-28T11:30:00Z"));

        Coverage graphAlone = dates.coverage(WORK, 0.9);
        assertThat(graphAlone.isAlarm()).isTrue();
        assertThat(graphAlone.held().orElseThrow().share()).isLessThan(0.5);
        // A ratio to native CPU of the same session is what it was.
        assertThat(dates.coverage(BLEND, 0.9).isAlarm()).isFalse();
    }

    @Test
    void no_alarm_rings_while_the_machine_is_as_it_was() {
        TrainingSet set = world().measured("s2", World.CPU, 1)
                .measured("s2", World.WASM, 1)
                .set();
        ByDate dates = new ByDate(set, Instant.parse("2026-11-28T11:30:00Z"));

        assertThat(dates.coverage(WORK, 0.9).isAlarm()).isFalse();
    }

    @Test
    @Tag("full")
    void a_report_has_every_scheme_and_baseline_and_says_which_method_answers() {
        ValidationReport report = Validation.of(
                world().measured("s1", World.OTHER, 1)
                        .measured("s1", World.OLDER, 1)
                        .set(),
                said -> {});

        assertThat(report.results().stream()
                        .map(ValidationReport.Result::scheme)
                        .distinct())
                .containsExactlyInAnyOrder(Scheme.values());
        assertThat(report.results().stream()
                        .filter(ValidationReport.Result::baseline)
                        .map(ValidationReport.Result::method)
                        .distinct())
                .containsExactlyInAnyOrder("flops", "flops+bytes", "nearest", "median-ratio");
        List<Level> leftOut = report.layers().stream()
                .filter(layer -> layer.layer() == LayerDecision.Layer.LEVEL && !layer.used())
                .map(LayerDecision::level)
                .toList();
        // In a world whose times are a line of the graph's work, what is measured beside it need not pay.
        assertThat(Stream.concat(report.choice().stream().map(ValidationReport.Choice::level), leftOut.stream()))
                .containsExactlyInAnyOrder(Level.values());
        assertThat(report.choice())
                .isNotEmpty()
                .allSatisfy(choice -> assertThat(choice.why()).contains("mean error"));
        assertThat(mean(report, Scheme.NEW_ARCHITECTURE, "class-blend"))
                .isLessThan(mean(report, Scheme.NEW_ARCHITECTURE, "median-ratio"));
        assertThat(mean(report, Scheme.NEW_TARGET, "probed-target")).isLessThan(0.2);
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void the_other_version_of_an_engine_tells_the_times_of_this_one_where_nothing_changed() {
        TrainingSet same = world().measured("s1", World.OLDER, 1).set();
        TrainingSet slower = world().measured("s1", World.OLDER, 2).set();

        assertThat(ErrorSummary.of(new LeaveOut(new Fits(same)).engineVersion(BLEND, World.WASM))
                        .median())
                .isLessThan(0.08);
        assertThat(ErrorSummary.of(new LeaveOut(new Fits(slower)).engineVersion(BLEND, World.WASM))
                        .median())
                .isGreaterThan(0.5);
    }

    @Test
    void a_version_is_foretold_from_the_newest_older_one_by_number() {
        TargetKey old = new TargetKey("machine", "chromium-156/onnxruntime-web-1.9.0/wasm-cpu", 1);
        TargetKey middle = new TargetKey("machine", "chromium-156/onnxruntime-web-1.23.2/wasm-cpu", 1);
        TrainingSet set =
                world().measured("s1", old, 1).measured("s1", middle, 1).set();

        assertThat(EngineVersions.before(set, World.WASM)).contains(middle);
        assertThat(EngineVersions.before(set, middle)).contains(old);
        assertThat(EngineVersions.before(set, old))
                .as("no newer one foretells it")
                .isEmpty();
    }

    /** Errors of a new target are not known before it was measured: only those of others tell how far off it may be. */
    @Test
    void intervals_of_a_new_target_are_made_of_other_targets_errors_or_not_at_all() {
        TrainingSet set = world().measured("s1", World.OTHER, 1).set();
        List<Trial> trials = new ArrayList<>();
        for (PredictedModel model : set.models().values()) {
            trials.add(new Trial("probed-target", model, World.WASM, 0.5));
            trials.add(new Trial("probed-target", model, World.WEBNN, 0.1));
        }
        List<Trial> asked = trials.stream()
                .filter(trial -> trial.target().equals(World.WASM))
                .toList();

        Coverage none = Coverages.ofNewTargets(set, asked, trials, 0.9);
        assertThat(none.held()).isEmpty();
        assertThat(none.reason()).isEqualTo("1 other targets, and it takes 9");
        Coverage low = Coverages.ofNewTargets(set, asked, trials, 0.5);
        assertThat(low.held().orElseThrow().hits())
                .as("WebNN's errors are smaller")
                .isZero();
    }

    @Test
    void later_sessions_are_foretold_without_the_models_own_architecture() {
        TrainingSet set = world().measured("s2", World.WASM, 1).set();
        ByDate dates = new ByDate(set, Instant.parse("2026-11-28T11:30:00Z"));
        Fits before = new Fits(set.observed(one -> one.session().equals("s1")));

        assertThat(dates.trials(WORK)).isNotEmpty().allSatisfy(trial -> {
            double unseen = before.without(trial.model().architecture())
                    .of(WORK, trial.target())
                    .log(new Question(trial.model(), Map.of()))
                    .orElseThrow();
            double seen = before.of(WORK, trial.target())
                    .log(new Question(trial.model(), Map.of()))
                    .orElseThrow();
            double later = set.observations().stream()
                    .filter(one -> one.session().equals("s2")
                            && one.model().equals(trial.model().key()))
                    .mapToDouble(one -> Math.log(one.millis()))
                    .findFirst()
                    .orElseThrow();
            assertThat(trial.miss()).isCloseTo(unseen - later, within(1e-9));
            assertThat(seen).isNotEqualTo(unseen);
        });
    }

    @Test
    void of_one_version_of_each_engine_nothing_is_said() {
        LeaveOut leaveOut =
                new LeaveOut(new Fits(world().measured("s1", World.OTHER, 1).set()));

        assertThat(leaveOut.engineVersion(BLEND, World.WASM)).isEmpty();
    }

    private static double mean(ValidationReport report, Scheme scheme, String method) {
        return report.results().stream()
                .filter(result -> result.scheme() == scheme
                        && result.method().equals(method)
                        && result.target().isEmpty())
                .findFirst()
                .orElseThrow()
                .errors()
                .mean();
    }

    @Test
    void intervals_hold_about_as_often_as_they_claim() {
        List<Trial> trials = new LeaveOut(new Fits(world().set())).architectures(BLEND, World.WASM);

        Coverage coverage = Coverages.of(trials, 0.8);

        assertThat(coverage.held().orElseThrow().share()).isGreaterThan(0.7);
        assertThat(Coverages.of(trials, 0.95).reason()).isEqualTo("11 architectures, and it takes 19");
    }

    @Test
    void nothing_is_no_error_of_zero() {
        assertThatThrownBy(() -> ErrorSummary.of(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Validation.of(new World(2, 1, 0).set(), said -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
