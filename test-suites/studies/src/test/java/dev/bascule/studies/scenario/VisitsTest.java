package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Script;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VisitsTest {

    @Test
    void each_repeat_has_a_fresh_browser_the_same_page_again_and_a_new_page() {
        ScriptedStage scenarioRunner = new ScriptedStage(page -> page.on(Backends.WASM, Script.right(Backends.WASM)));

        ScenarioFinding finding = scenarioRunner.play(new Visits(3), Backends.WASM);

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.figures())
                .extracting(Figure::name)
                .containsExactly(
                        "fresh profile: create",
                        "fresh profile: first inference",
                        "fresh profile: fetch",
                        "same page: create",
                        "same page: first inference",
                        "same page: fetch",
                        "new page, same profile: create",
                        "new page, same profile: first inference",
                        "new page, same profile: fetch");
        assertThat(finding.figures()).allSatisfy(figure -> {
            assertThat(figure.samples()).hasSize(3);
            assertThat(figure.unit()).isEqualTo("ms");
            assertThat(figure.value()).isPresent();
            assertThat(figure.interval()).isEmpty();
        });
        assertThat(scenarioRunner.launcher.launched()).hasSize(6);
        assertThat(scenarioRunner.launcher.launched().get(0).runner().jobs()).hasSize(2);
        assertThat(scenarioRunner.launcher.launched().get(1).runner().jobs()).hasSize(1);
        assertThat(scenarioRunner.launcher.alive()).isZero();
    }

    @Test
    void natively_there_is_no_second_visit_and_the_note_says_so() {
        ScriptedStage scenarioRunner = new ScriptedStage(
                child -> child.on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU)),
                Optional::empty,
                Side.NATIVE);

        ScenarioFinding finding = scenarioRunner.play(new Visits(2), Backends.NATIVE_CPU);

        assertThat(finding.figures())
                .extracting(Figure::name)
                .contains("fresh process: create", "same process: create");
        assertThat(finding.figures()).noneMatch(figure -> figure.name().contains("new page"));
        assertThat(finding.notes()).anyMatch(note -> note.contains("keeps no profile"));
    }

    @Test
    void a_page_that_dies_ends_it_and_keeps_what_was_measured() {
        int[] pages = {0};
        ScriptedStage scenarioRunner = new ScriptedStage(page -> page.on(
                Backends.WASM,
                pages[0]++ < 2
                        ? Script.right(Backends.WASM)
                        : Script.right(Backends.WASM).dying("create")));

        ScenarioFinding finding = scenarioRunner.play(new Visits(3), Backends.WASM);

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.CRASHED);
            assertThat(trouble.failure().message()).startsWith("repeat 2 of 3");
        });
        assertThat(ScriptedStage.figure(finding, "fresh profile: create").samples())
                .hasSize(1);
        assertThat(scenarioRunner.launcher.alive()).isZero();
    }

    @Test
    void negative_control_a_second_visit_with_wrong_outputs_is_wrong() {
        int[] pages = {0};
        ScriptedStage scenarioRunner = new ScriptedStage(page -> page.on(
                Backends.WASM,
                pages[0]++ == 1 ? Script.right(Backends.WASM).corruptFrom(0) : Script.right(Backends.WASM)));

        assertThat(scenarioRunner.play(new Visits(1), Backends.WASM).trouble())
                .hasValueSatisfying(trouble -> assertThat(trouble.verdict()).isEqualTo(Verdict.WRONG));
    }
}
