package dev.bascule.execution.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.ScriptedEnvironment;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunnerPoolTest {
    private static final Failure KILLED = Failure.of(ErrorCode.PROCESS_KILLED, "exit code 137 (SIGKILL)");

    private final ScriptedLauncher sound = ScriptedLauncher.of(number -> ScriptedRunner.named("native")
            .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU))
            .build());
    private final List<Failure> told = new ArrayList<>();
    private int starts;

    /** The first so many starts fail like this. */
    private RunnerPool pool(int failing, Failure failure) {
        Launcher launcher = new Launcher() {
            @Override
            public String id() {
                return "ending";
            }

            @Override
            public Launch launch(RunnerGateway gateway, Duration timeout) {
                return ++starts <= failing ? new Launch.NotStarted(failure) : sound.launch(gateway, timeout);
            }
        };
        return new RunnerPool(
                "native",
                launcher,
                new ScriptedEnvironment.NoGateway(),
                Duration.ofSeconds(9),
                new TimeBreakdown(),
                told::add);
    }

    @Test
    void a_process_that_was_killed_before_it_could_be_asked_is_started_again() {
        RunnerPool pool = pool(1, KILLED);
        assertThat(pool.start()).isEmpty();
        assertThat(pool.known().unavailable(Backends.NATIVE_CPU)).isEmpty();
        assertThat(told).containsExactly(KILLED);
    }

    @Test
    void one_that_ends_again_is_given_up() {
        assertThat(pool(2, KILLED).start()).contains(KILLED);
        assertThat(starts).isEqualTo(2);
        assertThat(told).containsExactly(KILLED, KILLED);
    }

    /** What a library does to the process that loads it is a finding: it may be one that comes and goes. */
    @ParameterizedTest
    @EnumSource(names = {"PROBE_CRASHED", "LIBRARY_CRASHED", "RUNNER_CRASHED", "OUT_OF_MEMORY", "PROBE_TIMED_OUT"})
    void one_that_crashed_by_itself_is_not_started_until_it_lives(ErrorCode code) {
        Failure crash = Failure.of(code, "exit code 134: SIGABRT in libengine.so");
        assertThat(pool(1, crash).start()).contains(crash);
        assertThat(starts).isEqualTo(1);
        assertThat(told).containsExactly(crash);
    }

    @Test
    void what_was_never_started_is_not_tried_again() {
        Failure none = Failure.of(ErrorCode.BROWSER_LAUNCH_FAILED, "no display");
        assertThat(pool(1, none).start()).contains(none);
        assertThat(starts).isEqualTo(1);
    }
}
