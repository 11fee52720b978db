package dev.bascule.reports.change;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.selection.HistorySeries;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeriesDocumentTest {

    /** Twelve runs in Chrome 153, then twelve in 154, in which it takes half as long again, and one that takes four times as long. */
    private static List<SeriesReport> reports() {
        InMemoryHistory history = new InMemoryHistory();
        for (int i = 0; i < 24; i++) {
            double median = (i < 12 ? 10 : 15) * (1 + 0.01 * (i % 3 - 1)) * (i == 20 ? 4 : 1);
            Browser chrome = new Browser(
                    "Chrome Headless Shell", i < 12 ? "153.0.7777.5" : "154.0.1.2", "playwright", List.of());
            history.append(Fixtures.record(
                    "run" + i,
                    Fixtures.START.plus(Duration.ofDays(i)),
                    strict(
                            TEXT,
                            Verdict.PASS,
                            Fixtures.on(WASM).in(chrome).median(median).build())));
        }
        return HistorySeries.of(history, MatrixQuery.ALL).stream()
                .map(series -> SeriesAnalysis.analyze(series, EDivisive.Settings.DEFAULT))
                .toList();
    }

    @Test
    void series_of_one_backend_on_several_device_types_are_told_apart_by_name_and_place() {
        InMemoryHistory history = new InMemoryHistory();
        for (int i = 0; i < 3; i++) {
            CaseRun[] cells = Stream.of(DeviceType.CPU, DeviceType.GPU, DeviceType.NPU)
                    .map(type -> strict(TEXT, Verdict.PASS, webnnOn(type)))
                    .toArray(CaseRun[]::new);
            history.append(Fixtures.record("run" + i, Fixtures.START.plus(Duration.ofDays(i)), cells));
        }

        List<CellSeries> series = HistorySeries.of(history, MatrixQuery.ALL);

        assertThat(series)
                .extracting(CellSeries::target)
                .containsExactlyInAnyOrder(
                        "webnn in Chrome Headless Shell on cpu",
                        "webnn in Chrome Headless Shell on gpu",
                        "webnn in Chrome Headless Shell on npu");
        assertThat(series).allSatisfy(each -> {
            assertThat(each.points()).hasSize(3);
            assertThat(each.places()).hasSize(1);
        });
        assertThat(series.stream().flatMap(each -> each.places().stream())).doesNotHaveDuplicates();
    }

    private static Attempt webnnOn(DeviceType type) {
        Attempt attempt = Fixtures.on(WEBNN).build();
        Target target = attempt.target();
        return Attempts.on(
                new Target(
                        target.backend(), target.browser(), target.engine(), type, target.software(), target.adapter()),
                attempt);
    }

    @Test
    void a_series_goes_on_when_the_browser_becomes_another_version_and_the_change_is_put_beside_it() {
        List<SeriesReport> reports = reports();

        assertThat(reports).singleElement().satisfies(report -> {
            assertThat(report.series().target()).isEqualTo("wasm in Chrome Headless Shell");
            assertThat(report.series().points()).hasSize(24);
            assertThat(report.changes()).singleElement().satisfies(change -> {
                assertThat(change.runId()).isEqualTo("run12");
                assertThat(change.shift().ratio()).isBetween(1.4, 1.8);
                assertThat(change.versions())
                        .extracting(SeriesReport.VersionMark::words)
                        .contains("browser Chrome Headless Shell 153.0.7777.5 → 154.0.1.2");
            });
            assertThat(report.anomalies())
                    .extracting(SeriesReport.Anomaly::runId)
                    .containsExactly("run20");
        });
    }

    @Test
    void a_chain_that_falls_back_is_another_place_in_the_same_series() {
        InMemoryHistory history = new InMemoryHistory();
        for (int i = 0; i < 24; i++) {
            Attempt gpu = i < 12
                    ? Fixtures.on(WEBGPU).median(5).build()
                    : Fixtures.on(WEBGPU)
                            .failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "the device was lost")
                            .build();
            history.append(Fixtures.record(
                    "run" + i,
                    Fixtures.START.plus(Duration.ofDays(i)),
                    Fixtures.run(
                            TEXT,
                            Chain.of(WEBGPU, WASM),
                            i < 12 ? Verdict.PASS : Verdict.FELL_BACK,
                            i < 12
                                    ? List.of(gpu)
                                    : List.of(gpu, Fixtures.on(WASM).median(20).build()))));
        }

        List<SeriesReport> reports =
                SeriesAnalysis.analyze(HistorySeries.of(history, MatrixQuery.ALL), EDivisive.Settings.DEFAULT);

        assertThat(reports).singleElement().satisfies(report -> {
            assertThat(report.changes()).isEmpty();
            assertThat(report.places()).singleElement().satisfies(change -> {
                assertThat(change.runId()).isEqualTo("run12");
                assertThat(change.words())
                        .startsWith("it falls back to wasm on cpu; before it ran on webgpu on google swiftshader");
            });
        });
        assertThat(SchemaCheck.complaints(SeriesDocument.schema(), Json.MAPPER.valueToTree(SeriesDocument.of(reports))))
                .isEmpty();
    }

    @Test
    void the_document_is_as_its_schema_says() {
        ObjectNode document = (ObjectNode) Json.MAPPER.valueToTree(SeriesDocument.of(reports()));

        assertThat(SchemaCheck.complaints(SeriesDocument.schema(), document)).isEmpty();
        document.put("series", "none");
        assertThat(SchemaCheck.complaints(SeriesDocument.schema(), document))
                .as("negative control")
                .isNotEmpty();
    }
}
