package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.reports.fixture.Fixtures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WholeCellsTest {
    private static final String TEXT = Fixtures.caseId(Fixtures.TEXT).toString();
    private static final String VISION = Fixtures.caseId(Fixtures.VISION).toString();
    private static final List<String> CHAINS = List.of("wasm", "cpu");

    private static CaseRun run(ModelInfo model, Backend backend) {
        return Fixtures.strict(model, Verdict.PASS, Fixtures.on(backend).build());
    }

    private static Optional<String> amiss(CaseRun... runs) {
        return WholeCells.amiss(
                List.of(runs),
                List.of(TEXT, VISION),
                CHAINS,
                run -> run.caseId().toString());
    }

    private static final CaseRun[] WHOLE = {
        run(Fixtures.TEXT, Backends.WASM),
        run(Fixtures.TEXT, Backends.NATIVE_CPU),
        run(Fixtures.VISION, Backends.WASM),
        run(Fixtures.VISION, Backends.NATIVE_CPU)
    };

    @Test
    void a_result_with_each_cell_once_is_whole() {
        assertThat(amiss(WHOLE)).isEmpty();
    }

    @Test
    void a_cell_that_is_left_out_is_noticed_though_its_case_has_another() {
        assertThat(amiss(WHOLE[0], WHOLE[1], WHOLE[2])).contains("it lacks %s on cpu".formatted(VISION));
        assertThat(amiss()).isPresent();
    }

    @Test
    void a_cell_that_comes_twice_is_noticed() {
        assertThat(amiss(WHOLE[0], WHOLE[1], WHOLE[2], WHOLE[3], WHOLE[3]))
                .contains("it has %s on cpu twice".formatted(VISION));
    }
}
