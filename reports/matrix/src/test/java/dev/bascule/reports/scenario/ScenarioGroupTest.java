package dev.bascule.reports.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScenarioGroupTest {
    private static final Target CHROME = target(Backends.WASM, Optional.of("Chrome"));
    private static final Target FIREFOX = target(Backends.WASM, Optional.of("Firefox"));
    private static final Target WEBNN = target(Backends.WEBNN, Optional.of("Chrome"));
    private static final Target NATIVE = target(Backends.NATIVE_CPU, Optional.empty());

    @Test
    void targets_with_the_same_figures_stand_together() {
        List<ScenarioGroup> groups = ScenarioGroup.of(
                List.of(right("a", WEBNN, 1), right("a", CHROME, 1), right("a", FIREFOX, 1), right("a", NATIVE, 1)));
        assertThat(groups).singleElement().satisfies(group -> {
            assertThat(group.models()).isEqualTo("a");
            assertThat(group.where()).isEqualTo("webnn in Chrome 153; wasm in Chrome 153, Firefox 153; cpu, native");
        });
    }

    @Test
    void another_figure_or_another_model_with_figures_stands_alone() {
        assertThat(ScenarioGroup.of(List.of(right("a", CHROME, 1), right("a", FIREFOX, 0.5), right("b", CHROME, 1))))
                .hasSize(3);
    }

    @Test
    void models_that_fail_alike_on_the_same_targets_stand_together() {
        List<ScenarioGroup> groups = ScenarioGroup.of(List.of(
                absent("a", CHROME, "no navigator.ml"),
                absent("a", FIREFOX, "no navigator.ml"),
                absent("b", CHROME, "no navigator.ml"),
                absent("b", FIREFOX, "no navigator.ml")));
        assertThat(groups).singleElement().satisfies(group -> {
            assertThat(group.models()).isEqualTo("a, b");
            assertThat(group.where()).isEqualTo("wasm in Chrome 153, Firefox 153");
        });
    }

    @Test
    void nothing_is_said_of_a_model_on_a_target_where_it_was_not_so() {
        List<ScenarioGroup> groups = ScenarioGroup.of(List.of(
                absent("a", CHROME, "no navigator.ml"),
                absent("a", FIREFOX, "no navigator.ml"),
                absent("b", FIREFOX, "no navigator.ml"),
                absent("b", CHROME, "lost")));
        assertThat(groups).hasSize(3);
    }

    @Test
    void targets_of_one_name_are_counted() {
        Target software = new Target(
                Backends.WASM, CHROME.browser(), CHROME.engine(), DeviceType.CPU, Optional.of(true), Map.of());
        assertThat(ScenarioGroup.of(List.of(right("a", CHROME, 1), right("a", software, 1))))
                .singleElement()
                .satisfies(group -> assertThat(group.where()).isEqualTo("wasm in Chrome 153 (×2)"));
    }

    @Test
    void what_is_not_there_is_reproduced_once_and_what_failed_each() {
        ScenarioGroup absent = ScenarioGroup.of(List.of(absent("a", CHROME, "no"), absent("b", CHROME, "no")))
                .get(0);
        assertThat(absent.reproduces()).containsExactly("bascule run real:a");
        ScenarioGroup wrong = ScenarioGroup.of(List.of(wrong("a"), wrong("b"))).get(0);
        assertThat(wrong.reproduces()).containsExactly("bascule run real:a", "bascule run real:b");
    }

    private static ScenarioRun wrong(String model) {
        return run(
                model,
                CHROME,
                Verdict.WRONG,
                Optional.of(Failure.of(ErrorCode.NUMERICS_WRONG, "other answers")),
                List.of());
    }

    private static ScenarioRun right(String model, Target target, double value) {
        return run(model, target, Verdict.PASS, Optional.empty(), List.of(Figure.single("right answers", "1", value)));
    }

    private static ScenarioRun absent(String model, Target target, String why) {
        return run(
                model,
                target,
                Verdict.UNSUPPORTED,
                Optional.of(Failure.of(ErrorCode.BACKEND_UNAVAILABLE, why)),
                List.of());
    }

    private static ScenarioRun run(
            String model, Target target, Verdict verdict, Optional<Failure> failure, List<Figure> figures) {
        return new ScenarioRun(
                "accuracy",
                CaseId.of("real", "text", model, Map.of()),
                model,
                target,
                verdict,
                failure,
                new ScenarioRun.Observed(figures, List.of()),
                new Span(Instant.EPOCH, Duration.ofSeconds(3)),
                "bascule run real:" + model);
    }

    private static Target target(Backend backend, Optional<String> browser) {
        return new Target(
                backend,
                browser.map(name -> new Browser(name, "153.7", "process", List.of())),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                DeviceType.CPU,
                Optional.empty(),
                Map.of());
    }
}
