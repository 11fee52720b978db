package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeReadingTest {
    private static CaseRun run(Attempt attempt) {
        return new CaseRun(
                CaseId.of("node", "onnx", "test_a", Map.of()),
                new ModelInfo(
                        "test_a",
                        "ab".repeat(32),
                        9,
                        Family.OTHER,
                        "unknown",
                        Map.of("ai.onnx", 17L),
                        Map.of("Add", 1),
                        0),
                Chain.of(Backends.WEBGPU),
                List.of(attempt),
                Optional.empty(),
                "bascule run");
    }

    private static ProbeState read(What what, Attempt attempt) {
        return new ProbeReading(what, 1.2).of(run(attempt));
    }

    /** An attempt that failed before it gave outputs. */
    @ParameterizedTest
    @CsvSource({
        "WRONG, UNAVAILABLE, CannotSay",
        "WRONG, UNSUPPORTED, CannotSay",
        "WRONG, CRASHED, CannotSay",
        "WRONG, COMPILE_FAILED, CannotSay",
        "WRONG, WRONG, Bad",
        "WRONG, SUCCEEDED, Good",
        "CRASH, UNAVAILABLE, CannotSay",
        "CRASH, UNSUPPORTED, CannotSay",
        "CRASH, CRASHED, Bad",
        "CRASH, TIMED_OUT, Bad",
        "CRASH, COMPILE_FAILED, Bad",
        "CRASH, SUCCEEDED, Good",
        "CRASH, NOT_JUDGED, CannotSay",
        "UNSUPPORTED, UNAVAILABLE, CannotSay",
        "UNSUPPORTED, UNSUPPORTED, Bad",
        "UNSUPPORTED, SUCCEEDED, Good",
        "PLACEMENT, CRASHED, CannotSay",
        "PLACEMENT, SUCCEEDED, Good",
        "SLOW, CRASHED, CannotSay",
        "SLOW, SUCCEEDED, CannotSay"
    })
    void an_outcome_says_something_only_of_the_failure_that_is_looked_for(What what, Outcome outcome, String state) {
        assertThat(read(what, Attempts.of(Backends.WEBGPU, outcome)).getClass().getSimpleName())
                .isEqualTo(state);
    }

    @Test
    void nodes_that_ran_elsewhere_are_bad_only_where_placement_is_looked_for() {
        Attempt partial = Attempts.succeeded(Backends.WEBGPU, Map.of("webgpu", 2, "wasm", 1));

        assertThat(read(What.PLACEMENT, partial))
                .isInstanceOfSatisfying(
                        ProbeState.Bad.class,
                        bad -> assertThat(bad.seen().nodes()).containsEntry("wasm", 1));
        assertThat(read(What.WRONG, partial)).isInstanceOf(ProbeState.Good.class);
    }

    @Test
    void the_version_is_the_one_that_the_session_told() {
        Attempt right = Attempts.of(Backends.WEBGPU, Outcome.SUCCEEDED);
        Attempt told = new Attempt(
                right.target(),
                right.outcome(),
                right.failure(),
                right.evidence().withFacts(Map.of("engineVersion", "1.0.0")),
                right.measured(),
                right.numerics(),
                right.comparison(),
                right.outputs(),
                right.span());

        assertThat(read(What.WRONG, told))
                .isInstanceOfSatisfying(
                        ProbeState.Good.class,
                        good -> assertThat(good.seen().engine()).contains("1.0.0"));
    }

    @ParameterizedTest
    @CsvSource({"1.0, Good", "1.19, Unclear", "1.5, Bad"})
    void a_ratio_decides_only_when_its_whole_interval_does(double times, String state) {
        ProbeState read = read(What.SLOW, beside(times));

        assertThat(read.getClass().getSimpleName()).isEqualTo(state);
        if (read instanceof ProbeState.Unclear unclear) {
            assertThat(unclear.why()).contains("×1.19", "may be more or less than ×1.20");
        }
    }

    @Test
    void from_the_third_run_on_all_runs_of_a_version_say_how_slow_it_is() {
        ProbeReading reading = new ProbeReading(What.SLOW, 1.3);
        List<Ratio> runs = Stream.of(1.05, 1.21, 1.23, 1.09, 1.05)
                .map(times -> new Ratio(times, Optional.empty(), 6))
                .toList();

        assertThat(reading.of(run(beside(1.29)), runs.subList(0, 1)))
                .as("two runs have no interval of their own")
                .isInstanceOf(ProbeState.Unclear.class);
        assertThat(reading.of(run(beside(1.09)), runs)).isInstanceOfSatisfying(ProbeState.Good.class, good -> {
            assertThat(good.seen().ratio().orElseThrow().value()).as("its own").isCloseTo(1.09, Offset.offset(0.01));
            Ratio all = good.seen().overRuns().orElseThrow();
            assertThat(all.value()).isCloseTo(1.118, Offset.offset(0.002));
            assertThat(all.ci95().orElseThrow().high()).isCloseTo(1.206, Offset.offset(0.01));
        });
        assertThat(reading.of(run(beside(1.0)), List.of(runs.get(0), new Ratio(2, Optional.empty(), 6))))
                .as("clear by itself, and not beside the others")
                .isInstanceOf(ProbeState.Unclear.class);
    }

    private static Attempt beside(double times) {
        List<Samples> own = new ArrayList<>();
        List<Samples> good = new ArrayList<>();
        for (int pair = 0; pair < 6; pair++) {
            double noise = 1 + 0.02 * (pair % 3 - 1);
            own.add(Samples.ofMillis(10 * times * noise, 10.1 * times * noise, 9.9 * times * noise));
            good.add(Samples.ofMillis(10, 10.1, 9.9));
        }
        Attempt right = Attempts.of(Backends.WEBGPU, Outcome.SUCCEEDED);
        return new Attempt(
                right.target(),
                right.outcome(),
                right.failure(),
                right.evidence(),
                right.measured(),
                right.numerics(),
                Optional.of(new Comparison("good", "own", good, own)),
                right.outputs(),
                right.span());
    }
}
