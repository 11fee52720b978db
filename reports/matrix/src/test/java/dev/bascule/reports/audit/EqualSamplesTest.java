package dev.bascule.reports.audit;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class EqualSamplesTest {
    private static final Samples FINE = Fixtures.samples(5, 60, 1);

    @Test
    void equal_arrays_of_a_fine_clock_are_one_run_and_those_of_a_coarse_one_are_anybodys() {
        assertThat(EqualSamples.isTelling(FINE)).isTrue();
        assertThat(EqualSamples.isTelling(Samples.ofMillis(1, 2, 3, 4, 5, 6))).isTrue();
        assertThat(EqualSamples.isTelling(Samples.ofMillis(0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)))
                .isFalse();
        assertThat(EqualSamples.isTelling(Samples.ofMillis(0.1, 0.2, 0.1, 0.2, 0.1, 0.2)))
                .isFalse();
        assertThat(EqualSamples.isTelling(Samples.NONE)).isFalse();
    }

    @Test
    void of_copies_the_first_stays_and_other_samples_all_do() {
        Samples other = Fixtures.samples(5, 60, 2);
        Samples coarse = Samples.ofMillis(0.1, 0.1, 0.1);
        assertThat(EqualSamples.once(List.of(FINE, other, FINE, coarse, coarse, FINE), Function.identity()))
                .containsExactly(FINE, other, coarse, coarse);
    }

    @Test
    void samples_of_one_cell_that_stand_in_another_are_doubted() {
        assertThat(EqualSamples.doubts(record(
                        "copied",
                        strict(TEXT, Verdict.PASS, on(WASM).median(9).build()),
                        strict(VISION, Verdict.PASS, on(WASM).median(9).build()))))
                .singleElement()
                .asString()
                .contains("are those of");
    }

    @Test
    void cells_with_samples_of_their_own_and_a_chain_that_shows_a_strict_cells_are_not() {
        assertThat(EqualSamples.doubts(record(
                        "honest",
                        strict(TEXT, Verdict.PASS, on(WASM).median(9).build()),
                        strict(TEXT, Verdict.PASS, on(NATIVE_CPU).median(9).build()))))
                .isEmpty();
        assertThat(EqualSamples.doubts(ShowcaseRun.record())).isEmpty();
    }
}
