package dev.bascule.prediction.memory;

import static dev.bascule.reports.fixture.Fixtures.MACHINE;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.job.Memory;
import dev.bascule.reports.matrix.CaseResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasuredGrowthTest {

    private static CaseResult cell(String run, long before) {
        Memory memory = new Memory(900, "VmHWM", Optional.empty(), Map.of("resident-before", before));
        return new CaseResult(
                run,
                START,
                MACHINE,
                strict(VISION, Verdict.PASS, on(Backends.WASM).memory(memory).build()),
                Optional.empty());
    }

    @Test
    void what_processes_hold_before_a_run_is_the_least_of_each_run_and_the_most_of_all() {
        assertThat(MeasuredGrowth.heldBefore(List.of(cell("a", 100), cell("a", 500), cell("b", 120), cell("b", 800))))
                .isEqualTo(Map.of(new TargetKind("chrome headless shell", "wasm"), 120L));
        assertThat(MeasuredGrowth.heldBefore(List.of())).isEmpty();
    }
}
