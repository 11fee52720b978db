package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.CUDA;
import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixText;
import dev.bascule.reports.matrix.TextStyle;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

/** Several devices of one backend stand side by side. */
class MatrixDevicesTest {
    private static CaseRun run(Backend backend, double median, Map<String, String> more) {
        Map<String, String> settings = new TreeMap<>(Map.of("batch", "1"));
        settings.putAll(more);
        return new CaseRun(
                CaseId.of("quickstart", "embedding", TEXT.name(), settings),
                TEXT,
                Chain.of(backend),
                List.of(on(backend).median(median).build()),
                Optional.empty(),
                "again");
    }

    private static final List<CaseRun> TWO_DEVICES = List.of(
            run(NATIVE_CPU, 4, Map.of()), run(CUDA, 2, Map.of("device", "0")), run(CUDA, 3, Map.of("device", "1")));

    private static Matrix matrix(List<CaseRun> runs) {
        return Matrix.of(Fixtures.record("devices", runs.toArray(CaseRun[]::new)));
    }

    @Test
    void each_device_is_a_column_and_the_model_one_row() {
        Matrix matrix = matrix(TWO_DEVICES);

        assertThat(matrix.rows()).extracting(Matrix.Row::label).containsExactly(TEXT.name());
        assertThat(matrix.columns()).extracting(Matrix.Column::label).containsExactly("cpu", "cuda #0", "cuda #1");
        assertThat(matrix.inOrder())
                .extracting(cell -> cell.summary().orElseThrow().median())
                .satisfiesExactly(
                        cpu -> assertThat(cpu).isBetween(3.8, 4.5),
                        first -> assertThat(first).isBetween(1.9, 2.3),
                        second -> assertThat(second).isBetween(2.8, 3.4));
    }

    @Test
    void text_and_page_name_the_device() {
        Matrix matrix = matrix(TWO_DEVICES);

        assertThat(MatrixText.render(matrix, new TextStyle(100, true, false)))
                .contains("cuda #0")
                .contains("cuda #1");
        assertThat(Jsoup.parse(new HtmlReporter()
                                .render(Fixtures.record("devices", TWO_DEVICES.toArray(CaseRun[]::new))))
                        .select("table.matrix thead")
                        .text())
                .contains("cuda #0 cuda #1");
    }

    @Test
    void other_settings_still_part_rows() {
        Matrix matrix = matrix(
                List.of(run(CUDA, 2, Map.of("device", "0")), run(CUDA, 2, Map.of("device", "0", "precision", "fp16"))));

        assertThat(matrix.rows())
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.label()).doesNotContain("device"));
        assertThat(matrix.columns()).hasSize(1);
    }

    @Test
    void negative_control_a_browser_has_no_device_to_name() {
        Matrix matrix = matrix(List.of(run(WASM, 2, Map.of("device", "0")), run(WASM, 2, Map.of())));

        assertThat(matrix.columns()).extracting(Matrix.Column::label).containsExactly("wasm");
    }
}
