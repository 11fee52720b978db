package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Script;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StateLeakTest {
    private static final StateLeak LEAK = new StateLeak(3);
    private static final String SWITCH = "webgpu→wasm→webgpu";

    private static Script right() {
        return Script.right(Backends.WEBGPU);
    }

    private static Script wasm() {
        return Script.right(Backends.WASM);
    }

    @Test
    void a_page_that_keeps_nothing_gives_the_same_bits_in_every_part() {
        ScriptedStage scenarioRunner =
                new ScriptedStage(page -> page.on(Backends.WEBGPU, right()).on(Backends.WASM, wasm()));

        ScenarioFinding finding = scenarioRunner.play(LEAK, Backends.WEBGPU, Backends.WASM);

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.figures())
                .extracting(Figure::name)
                .containsExactly(
                        "release and recreate: greatest output change",
                        "two models in turn: greatest output change",
                        SWITCH + ": greatest output change");
        assertThat(finding.figures())
                .allSatisfy(figure -> assertThat(figure.value()).contains(0.0));
        assertThat(finding.figures().get(0).samples()).hasSize(3);
        assertThat(finding.figures().get(1).samples()).as("both models").hasSize(5);
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("control: one session gives the same bits"));
        assertThat(scenarioRunner.launcher.alive()).isZero();
    }

    @Test
    void negative_control_a_backend_that_leaves_something_behind_is_caught() {
        ScriptedStage scenarioRunner = new ScriptedStage(page -> {
            AtomicBoolean touched = new AtomicBoolean();
            return page.on(
                            Backends.WEBGPU,
                            right().computing(inputs -> ScriptedStage.sumAnd(inputs, touched.get() ? 1 : 0)))
                    .on(Backends.WASM, wasm().computing(inputs -> {
                        touched.set(true);
                        return ScriptedStage.sumAnd(inputs, 0);
                    }));
        });

        ScenarioFinding finding = scenarioRunner.play(LEAK, Backends.WEBGPU, Backends.WASM);

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(trouble.failure().message()).startsWith(SWITCH).contains("2 of 2 values");
        });
        assertThat(ScriptedStage.figure(finding, SWITCH + ": greatest output change")
                        .value())
                .contains(1.0);
        assertThat(ScriptedStage.figure(finding, "release and recreate: greatest output change")
                        .value())
                .contains(0.0);
    }

    @Test
    void negative_control_a_model_that_leaves_something_behind_is_caught() {
        ScriptedStage scenarioRunner = new ScriptedStage(page -> {
            AtomicBoolean touched = new AtomicBoolean();
            return page.on(Backends.WEBGPU, right().computing(inputs -> {
                boolean other = ScriptedStage.sumAnd(inputs, 0)
                        .equals(ScriptedStage.sumAnd(
                                ScriptedStage.sum("other", 20).feeds().step(0), 0));
                float leaked = touched.get() && !other ? 1 : 0;
                touched.set(touched.get() || other);
                return ScriptedStage.sumAnd(inputs, leaked);
            }));
        });

        assertThat(scenarioRunner.play(LEAK, Backends.WEBGPU).trouble())
                .hasValueSatisfying(
                        trouble -> assertThat(trouble.failure().message()).startsWith("two models in turn"));
    }

    @Test
    void negative_control_a_release_that_leaves_something_behind_is_caught() {
        ScriptedStage scenarioRunner = new ScriptedStage(page -> {
            AtomicInteger created = new AtomicInteger();
            return page.onPhase(phase -> created.addAndGet(phase.equals("create") ? 1 : 0))
                    .on(
                            Backends.WEBGPU,
                            right().computing(inputs -> ScriptedStage.sumAnd(inputs, created.get() > 3 ? 1 : 0)));
        });

        assertThat(scenarioRunner.play(LEAK, Backends.WEBGPU).trouble())
                .hasValueSatisfying(trouble -> assertThat(trouble.verdict()).isEqualTo(Verdict.WRONG));
    }

    @Test
    void other_bits_within_the_tolerance_are_a_note_and_say_whether_one_session_repeats_itself() {
        ScriptedStage scenarioRunner = new ScriptedStage(page -> {
            AtomicInteger created = new AtomicInteger();
            return page.onPhase(phase -> created.addAndGet(phase.equals("create") ? 1 : 0))
                    .on(
                            Backends.WEBGPU,
                            right().computing(inputs -> ScriptedStage.sumAnd(inputs, created.get() * 1e-6f)));
        });

        ScenarioFinding finding = scenarioRunner.play(LEAK, Backends.WEBGPU);

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.notes())
                .anyMatch(note -> note.contains("differ in bits") && note.contains("one session repeats itself"));
    }

    @Test
    void a_backend_that_is_not_deterministic_is_found_out_by_the_control() {
        ScriptedStage scenarioRunner = new ScriptedStage(page -> {
            AtomicInteger runs = new AtomicInteger();
            return page.on(
                    Backends.WEBGPU,
                    right().computing(inputs -> ScriptedStage.sumAnd(inputs, runs.getAndIncrement() * 1e-6f)));
        });

        ScenarioFinding finding = scenarioRunner.play(LEAK, Backends.WEBGPU);

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.notes()).anyMatch(note -> note.contains("not deterministic"));
    }

    @Test
    void another_backend_that_does_not_run_is_no_fault_of_this_one() {
        ScriptedStage scenarioRunner = new ScriptedStage(page -> page.on(Backends.WEBGPU, right())
                .on(Backends.WASM, wasm().refusing("create", "Error", "no memory left")));

        ScenarioFinding finding = scenarioRunner.play(LEAK, Backends.WEBGPU, Backends.WASM);

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith(SWITCH + ": not done") && note.contains("no memory left"));
    }
}
