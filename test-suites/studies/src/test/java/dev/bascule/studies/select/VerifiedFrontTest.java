package dev.bascule.studies.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.studies.select.Finding.Fate;
import dev.bascule.studies.select.FrontPoint.Verification;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VerifiedFrontTest {
    private static final SelectLimits FREE =
            new SelectLimits(Duration.ofSeconds(40), Optional.empty(), OptionalLong.empty());

    private final SimulatedMachine machine = new SimulatedMachine(5, 0.03);

    private SelectStudy.Result select(SelectLimits limits, Entrant... entrants) {
        return new SelectStudy(
                        Objective.LATENCY,
                        limits,
                        any -> new Outlook.Unknown(""),
                        Variations.NONE,
                        machine::nanos,
                        new Random(1),
                        activity -> {})
                .run(List.of(entrants));
    }

    private static String chosen(SelectStudy.Result result) {
        return result.chosen().map(each -> each.candidate().label()).orElse("none");
    }

    private static FrontPoint point(SelectStudy.Result result, String label) {
        return result.front().stream()
                .filter(each -> each.candidate().label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static Fate fate(SelectStudy.Result result, String label) {
        return result.findings().stream()
                .filter(each -> each.candidate().label().equals(label))
                .map(Finding::fate)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_session_that_opens_slowly_is_given_as_long_again_as_when_it_was_tried() {
        SelectStudy.Result result = select(FREE, machine.with("a", 10).opening(Duration.ofSeconds(25)));
        assertThat(chosen(result)).isEqualTo("a wasm");
        assertThat(point(result, "a wasm").verification()).isInstanceOf(Verification.Verified.class);
    }

    @Test
    void a_runner_that_does_not_start_again_says_nothing_of_what_it_ran() {
        SelectStudy.Result result = select(FREE, machine.with("a", 10).awayAgain(), machine.with("b", 14));
        assertThat(chosen(result)).isEqualTo("a wasm");
        assertThat(point(result, "a wasm").verification())
                .isEqualTo(new Verification.NotRun("the browser did not start"));
    }

    @Test
    void what_is_over_the_memory_when_it_is_run_again_is_not_the_answer() {
        SelectLimits limits = new SelectLimits(Duration.ofSeconds(40), Optional.empty(), OptionalLong.of(100_000_000));
        SelectStudy.Result result =
                select(limits, machine.with("a", 10).growingAgain(200_000_000), machine.with("b", 14));
        assertThat(chosen(result)).isEqualTo("b wasm");
        assertThat(point(result, "a wasm").verification()).isInstanceOf(Verification.OverLimit.class);
        assertThat(fate(result, "a wasm")).isEqualTo(Fate.OVER_LIMIT);
    }

    @Test
    void what_misses_the_deadline_when_it_is_run_again_is_not_the_answer() {
        SelectLimits limits =
                new SelectLimits(Duration.ofSeconds(40), Optional.of(Duration.ofMillis(20)), OptionalLong.empty());
        SelectStudy.Result result = select(limits, machine.with("a", 10).slowerAgain(3), machine.with("b", 14));
        assertThat(chosen(result)).isEqualTo("b wasm");
        assertThat(point(result, "a wasm").verification()).isInstanceOf(Verification.OverLimit.class);
    }

    @Test
    void after_a_failure_one_like_the_failed_is_the_answer_and_no_slow_one_of_the_front() {
        // Like the first in all three, so that it is not on the front beside it; the slow one is, for its memory.
        SelectStudy.Result result = select(
                FREE,
                machine.with("a", 10).growing(49_000_000).wrongAgain(),
                machine.with("twin", 10.1),
                machine.with("slow", 18).growing(10_000_000));
        assertThat(chosen(result)).isEqualTo("twin wasm");
        assertThat(result.front())
                .extracting(each -> each.candidate().label())
                .containsExactly("twin wasm", "slow wasm", "a wasm");
        assertThat(point(result, "twin wasm").verification()).isInstanceOf(Verification.Verified.class);
        assertThat(point(result, "a wasm").verification()).isInstanceOf(Verification.Failed.class);
    }

    private static Finding measured(String name, double millis) {
        return new Finding(
                SimulatedMachine.candidate(name, 1),
                new Outlook.Unknown(""),
                name.equals("a") ? Fate.CHOSEN : Fate.WORSE,
                Optional.of(new Finding.Measured(
                        millis,
                        Optional.of(new Interval(millis * 0.99, millis * 1.01)),
                        millis,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        100,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        "")),
                "");
    }

    @Test
    void times_of_two_races_are_told_apart_only_where_they_are_far_apart() {
        List<Finding> all = List.of(measured("a", 10), measured("near", 11.5), measured("far", 14));
        assertThat(new Front(Objective.LATENCY, (one, other) -> true).isBetter(all.get(0), all.get(1)))
                .isTrue();
        Front apart = new Front(Objective.LATENCY, (one, other) -> false);
        assertThat(apart.isBetter(all.get(0), all.get(1))).isFalse();
        assertThat(apart.isBetter(all.get(0), all.get(2))).isTrue();
    }
}
