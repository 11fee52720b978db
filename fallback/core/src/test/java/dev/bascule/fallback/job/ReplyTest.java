package dev.bascule.fallback.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Launcher.Launch;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplyTest {
    private static final Fault LATE = new Fault.TimedOut("create", Duration.ofSeconds(1));
    private static final Reply<Integer> THREE = new Reply.Ok<>(3);
    private static final Reply<Integer> NONE = new Reply.Failed<>(LATE);

    @Test
    void either_case_comes_to_one_value() {
        assertThat(THREE.<String>fold(value -> "ok " + value, Fault::phase)).isEqualTo("ok 3");
        assertThat(NONE.<String>fold(value -> "ok " + value, Fault::phase)).isEqualTo("create");
    }

    @Test
    void what_follows_a_failure_is_not_asked() {
        assertThat(THREE.flatMap(value -> new Reply.Ok<>(value + 1))).isEqualTo(new Reply.Ok<>(4));
        assertThat(THREE.<Integer>flatMap(value -> NONE)).isEqualTo(NONE);
        assertThat(NONE.<Integer>flatMap(value -> {
                    throw new AssertionError("it was asked");
                }))
                .isEqualTo(NONE);
        assertThat(NONE.map(value -> value + 1)).isEqualTo(NONE);
    }

    @Test
    void it_has_a_result_or_a_fault_and_never_both() {
        assertThat(THREE.result()).contains(3);
        assertThat(THREE.failed()).isEmpty();
        assertThat(NONE.result()).isEmpty();
        assertThat(NONE.failed()).contains(LATE);
    }

    @Test
    void each_fault_comes_to_its_own_value() {
        assertThat(word(new Fault.Refused("create", "Error", "no", Optional.empty(), Phases.NONE)))
                .isEqualTo("refused");
        assertThat(word(LATE)).isEqualTo("late");
        assertThat(word(new Fault.Lost("create", "gone"))).isEqualTo("lost");
        assertThat(word(new Fault.Implausible("create", "too quick"))).isEqualTo("implausible");
    }

    private static String word(Fault fault) {
        return fault.fold(refused -> "refused", late -> "late", lost -> "lost", told -> "implausible");
    }

    @Test
    void a_launch_that_came_to_nothing_has_its_failure() {
        Launch none = new Launch.NotStarted(Failure.of(ErrorCode.PROBE_CRASHED, "exit code 139"));
        assertThat(none.<ErrorCode>fold(
                        launched -> {
                            throw new AssertionError("nothing was launched");
                        },
                        Failure::code))
                .isEqualTo(ErrorCode.PROBE_CRASHED);
    }
}
