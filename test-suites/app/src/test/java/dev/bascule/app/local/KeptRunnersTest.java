package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.environment.KeptRunEnvironments;
import dev.bascule.app.environment.KeptRunEnvironments.Limits;
import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.runner.CaseScript;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.studies.conformance.Cases;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What conformance runs leave to one another where runners are kept, and what they do not. */
class KeptRunnersTest {
    private static final List<ConformanceCase> CASES = Cases.adding(List.of("a", "b", "c", "d"));

    private static final CaseScript SCRIPT = CaseScript.right(Backends.NATIVE_CPU)
            .at("b", CaseScript.refusing("create", "Error", "no kernel"))
            .at("c", CaseScript.dying("SIGSEGV"));

    private final ScriptedLauncher launcher = ScriptedLauncher.of(number -> ScriptedRunner.named("native-" + number)
            .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU))
            .packing(SCRIPT)
            .build());

    private KeptRunEnvironments kept = kept(4, Duration.ofHours(1));

    private KeptRunEnvironments kept(int most, Duration idle) {
        return new KeptRunEnvironments(
                (setup, sides, times, listener) -> new NativeOnly(launcher, times, List.of()),
                new Limits(most, Long.MAX_VALUE, idle),
                Clock.systemUTC());
    }

    private RunRecord run(ConformanceCase... cases) {
        return new LocalConformanceService(kept::open, Clock.systemUTC())
                .run(
                        new ConformanceRequest(
                                new Invocation("run", "suite", "0".repeat(64), 1, "test"),
                                new ConformanceCases(List.of(cases), List.of()),
                                List.of("cpu"),
                                BrowserSetup.of(new BrowserChoice.None()),
                                1,
                                Duration.ofSeconds(30)),
                        RunTurn.free(),
                        new ConformanceListener() {});
    }

    private int started() {
        return launcher.launched().size();
    }

    @Test
    void the_next_run_finds_the_child_of_the_one_before() {
        assertThat(run(CASES.get(0)).runs()).extracting(CaseRun::verdict).containsExactly(Verdict.PASS);
        assertThat(kept.warm()).containsExactly(Backends.NATIVE_CPU);

        assertThat(run(CASES.get(3)).runs()).extracting(CaseRun::verdict).containsExactly(Verdict.PASS);

        assertThat(started()).isEqualTo(1);
        assertThat(launcher.launched().get(0).runner().packs()).hasSize(2);
    }

    @Test
    void a_case_that_failed_by_itself_leaves_a_child_that_others_may_have_as_within_one_run() {
        run(CASES.get(1));
        run(CASES.get(0));

        assertThat(started()).isEqualTo(1);
    }

    @Test
    void after_a_crash_the_next_run_begins_in_a_child_of_its_own() {
        assertThat(run(CASES.get(2), CASES.get(0)).runs())
                .extracting(CaseRun::verdict)
                .containsExactly(Verdict.CRASHED, Verdict.PASS);
        int before = started();
        assertThat(kept.warm()).isEmpty();

        assertThat(run(CASES.get(0)).runs()).extracting(CaseRun::verdict).containsExactly(Verdict.PASS);

        assertThat(started()).isEqualTo(before + 1);
    }

    @Test
    void what_is_timed_gets_none() {
        assertThatThrownBy(() -> open(kept, BrowserSetup.of(new BrowserChoice.None())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static RunEnvironment open(KeptRunEnvironments kept, BrowserSetup setup) {
        return kept.open(setup, Set.of(Side.NATIVE), new TimeBreakdown(), RunListener.silent());
    }

    private static BrowserSetup setup(String name) {
        return BrowserSetup.of(new BrowserChoice.Named(List.of(name))).untimed();
    }

    @Test
    void one_that_was_killed_is_not_kept() {
        RunEnvironment lent = open(kept, setup("a"));

        lent.kill();
        lent.close();

        assertThat(kept.isEmpty()).isTrue();
    }

    @Test
    void one_that_is_lent_is_not_lent_twice() {
        RunEnvironment first = open(kept, setup("a"));
        RunEnvironment second = open(kept, setup("a"));

        assertThat(first.nativeSource()).isNotSameAs(second.nativeSource());
        first.close();
        assertThat(open(kept, setup("a")).nativeSource()).isSameAs(first.nativeSource());
    }

    @Test
    void browsers_that_are_set_up_otherwise_are_others() {
        RunEnvironment first = open(kept, setup("a"));
        first.close();

        assertThat(open(kept, setup("b")).nativeSource()).isNotSameAs(first.nativeSource());
    }

    @Test
    void what_nobody_borrows_for_long_ends() {
        kept = kept(4, Duration.ZERO);
        run(CASES.get(0));
        assertThat(kept.isEmpty()).isFalse();

        kept.tidy();

        assertThat(kept.isEmpty()).isTrue();
        assertThat(launcher.alive()).isZero();
    }

    @Test
    void its_end_is_that_of_what_comes_back_later() {
        RunEnvironment lent = open(kept, setup("a"));

        kept.close();
        lent.close();

        assertThat(kept.isEmpty()).isTrue();
    }
}
