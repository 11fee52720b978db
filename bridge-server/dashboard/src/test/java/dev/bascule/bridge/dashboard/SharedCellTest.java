package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.Fixtures;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedCellTest {
    @TempDir
    Path folder;

    @Test
    void a_cell_names_for_each_attempt_the_cell_that_measured_it() {
        CaseRun webgpu = Fixtures.strict(
                Fixtures.TEXT,
                Verdict.CRASHED,
                Fixtures.on(Backends.WEBGPU)
                        .failed(Outcome.DEVICE_LOST, ErrorCode.DEVICE_LOST, "gone")
                        .build());
        CaseRun wasm = Fixtures.strict(
                Fixtures.TEXT,
                Verdict.PASS,
                Fixtures.on(Backends.WASM).median(5).build());
        CaseRun chain = Fixtures.run(
                Fixtures.TEXT,
                Chain.of(Backends.WEBGPU, Backends.WASM),
                Verdict.FELL_BACK,
                List.of(webgpu.decisive(), wasm.decisive()));
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.append(Fixtures.record("shared", webgpu, wasm, chain));

            assertThat(attempts(harness, 2))
                    .extracting(attempt -> attempt.path("measuredIn").path(0).asText())
                    .containsExactly("webgpu", "wasm");
            assertThat(attempts(harness, 1))
                    .as("negative control: the strict cell measured it itself")
                    .allSatisfy(attempt -> assertThat(attempt.has("measuredIn")).isFalse());
        }
    }

    private static JsonNode attempts(DashboardHarness harness, int position) {
        return harness.browser()
                .get("/cells/shared." + position)
                .json()
                .path("cell")
                .path("attempts");
    }
}
