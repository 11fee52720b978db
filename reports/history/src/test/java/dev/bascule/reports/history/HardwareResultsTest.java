package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.CHROME;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputShape;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.reports.fixture.AttemptBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the views over results say of a real file: the plain queries of those who keep such matrices, and the strict view. */
class HardwareResultsTest {
    private static final Browser FIREFOX = new Browser("Firefox", "153.0.1", "process", List.of());
    private static final Attempt ABSENT = on(WEBGPU)
            .failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "no adapter")
            .notStarted();

    @TempDir
    Path folder;

    private static CaseRun strictly(AttemptBuilder attempt) {
        Attempt built = attempt.build();
        return strict(TEXT, built.evidence().isPartial() ? Verdict.PARTIAL : Verdict.PASS, built);
    }

    private static double seconds(Attempt attempt) {
        return attempt.measured().timing().orElseThrow().measured().median() / 1e3;
    }

    /** Rows of a history of these runs, each with its values divided by bars; what is NULL is a dash. */
    private List<String> ask(String sql, List<CaseRun>... runs) {
        try (History history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("history.duckdb")))) {
            for (int i = 0; i < runs.length; i++) {
                history.append(record("run-" + i, START.plus(Duration.ofDays(i)), runs[i].toArray(CaseRun[]::new)));
            }
            return history.query(sql).rows().stream()
                    .map(row -> row.stream()
                            .map(value -> value.map(String::valueOf).orElse("-"))
                            .collect(Collectors.joining(" | ")))
                    .toList();
        }
    }

    @Test
    void the_average_time_of_a_model_by_hardware_keeps_a_software_adapter_from_the_hardware_one() {
        AttemptBuilder hardware = on(WEBGPU).onAdapter(false).median(2);
        AttemptBuilder software = on(WEBGPU).onAdapter(true).median(400);
        List<String> rows = ask(
                "SELECT hardware, AVG(inference_time) AS seconds FROM hardware_results WHERE model_id = 'bert-tiny'"
                        + " GROUP BY hardware ORDER BY seconds",
                List.of(strictly(hardware), strictly(on(NATIVE_CPU).median(5))),
                List.of(strictly(software)));
        assertThat(rows)
                .containsExactly(
                        "webgpu | " + seconds(hardware.build()),
                        "cpu | " + seconds(on(NATIVE_CPU).median(5).build()),
                        "webgpu (software) | " + seconds(software.build()));
    }

    @Test
    void the_rate_of_success_by_hardware_counts_a_case_once_a_run_however_many_chains_it_went_down() {
        Attempt fails = on(WEBGPU)
                .failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "lost")
                .samples(0)
                .unchecked()
                .build();
        Attempt wasm = on(WASM).build();
        Chain chain = new Chain(List.of(WEBGPU, WASM));
        CaseRun fellBack = run(TEXT, chain, Verdict.FELL_BACK, List.of(fails, wasm));
        String rate = "SELECT hardware, COUNT(*) AS tried, AVG(CASE WHEN success THEN 1.0 ELSE 0.0 END) AS rate FROM"
                + " hardware_results GROUP BY hardware ORDER BY hardware";
        assertThat(ask(
                        rate,
                        List.of(strict(TEXT, Verdict.FAILED, fails), strict(TEXT, Verdict.PASS, wasm), fellBack),
                        List.of(strictly(on(WEBGPU).onAdapter(false)))))
                .containsExactly("wasm | 1 | 1.0", "webgpu | 1 | 1.0", "webgpu (software) | 1 | 0.0");
    }

    @Test
    void a_retry_that_a_chain_shows_of_a_strict_cell_counts_once() {
        Attempt late = on(WEBGPU)
                .failed(Outcome.TIMED_OUT, ErrorCode.ATTEMPT_TIMED_OUT, "late")
                .samples(0)
                .unchecked()
                .build();
        List<Attempt> again = List.of(on(WEBGPU).build());
        CaseRun fellBack =
                run(TEXT, new Chain(List.of(WEBGPU, WASM)), Verdict.FELL_BACK, List.of(late, on(WASM).build()));
        assertThat(ask(
                        "SELECT hardware, success, retry FROM hardware_retries",
                        List.of(strict(TEXT, Verdict.TIMED_OUT, late).retried(again), fellBack.retried(again))))
                .containsExactly("webgpu (software) | true | 1");
    }

    @Test
    void chains_count_where_nothing_was_asked_for_by_itself() {
        CaseRun fellBack =
                run(TEXT, new Chain(List.of(WEBGPU, WASM)), Verdict.FELL_BACK, List.of(ABSENT, on(WASM).build()));
        assertThat(ask("SELECT hardware, success FROM hardware_results ORDER BY ALL", List.of(fellBack)))
                .containsExactly("wasm | true", "webgpu (software) | false");
        assertThat(ask("SELECT * FROM hardware_results_strict")).isEmpty();
        assertThat(ask("SELECT hardware, chain, strict FROM hardware_attempts ORDER BY id"))
                .containsExactly("webgpu | webgpu→wasm | false", "wasm | webgpu→wasm | false");
    }

    @Test
    void the_latest_detection_of_each_hardware_can_be_asked() {
        assertThat(ask(
                        "SELECT hardware_type, available, name FROM hardware_detection d WHERE timestamp = (SELECT"
                                + " MAX(timestamp) FROM hardware_detection WHERE hardware_type = d.hardware_type) AND"
                                + " hardware_type IN ('cpu', 'webgpu', 'wasm') ORDER BY hardware_type",
                        List.of(strict(TEXT, Verdict.PASS, on(WEBGPU).build())),
                        List.of(strict(TEXT, Verdict.UNSUPPORTED, ABSENT))))
                .containsExactly("cpu | true | Intel Xeon Platinum 8581C", "webgpu | false | -");
    }

    @Test
    void the_strict_view_keeps_browsers_apart_and_says_what_is_software() {
        assertThat(ask(
                        "SELECT hardware, software, browser, browser_version, engine, placed, proof, samples FROM"
                                + " hardware_results_strict ORDER BY ALL",
                        List.of(
                                strictly(on(WASM).in(CHROME)),
                                strictly(on(WASM).in(FIREFOX).nodes(java.util.Map.of("wasm", 33, "cpu", 11))),
                                strictly(on(WEBGPU)),
                                strictly(on(NATIVE_CPU)),
                                run(
                                        TEXT,
                                        new Chain(List.of(WEBGPU, WASM)),
                                        Verdict.PASS,
                                        List.of(on(WEBGPU).build())))))
                .containsExactly(
                        "cpu | - | - | - | onnxruntime | 1.0 | PROVEN | 60",
                        "wasm | - | Chrome Headless Shell | 153.0.7777.5 | onnxruntime-web | 1.0 | PROVEN | 60",
                        "wasm | - | Firefox | 153.0.1 | onnxruntime-web | 0.75 | PROVEN | 60",
                        "webgpu | true | Chrome Headless Shell | 153.0.7777.5 | onnxruntime-web | 1.0 | PROVEN | 60");
    }

    @Test
    void a_wrong_result_has_no_time_to_be_averaged() {
        Attempt wrong = on(WASM).median(0.1).wrongNumbers().build();
        assertThat(ask(
                        "SELECT success, inference_time FROM hardware_results UNION ALL SELECT success, inference_time"
                                + " FROM hardware_results_strict",
                        List.of(strict(TEXT, Verdict.WRONG, wrong))))
                .containsExactly("false | -", "false | -");
    }

    @Test
    void the_shape_of_each_output_is_told_and_can_be_asked_for_as_numbers() {
        CaseRun two = strictly(on(NATIVE_CPU)
                .giving(
                        new OutputShape("last hidden", "float32", Shape.of(1, 128, 768)),
                        new OutputShape("count", "int64", Shape.of()),
                        new OutputShape("boxes", "sequence", Shape.of(2))));
        assertThat(ask("SELECT output_shape FROM hardware_results", List.of(two)))
                .containsExactly("last hidden float32[1,128,768]; count int64[]; boxes sequence[2]");
        assertThat(ask("SELECT output_types[1], CAST(output_shapes[1] AS BIGINT[])[3] FROM hardware_results_strict"))
                .containsExactly("float32 | 768");
        try (History history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("history.duckdb")))) {
            assertThat(history.find("run-0").orElseThrow().runs()).isEqualTo(List.of(two));
        }
    }

    @Test
    void what_gave_no_output_has_no_shape() {
        assertThat(ask("SELECT output_shape FROM hardware_results", List.of(strict(TEXT, Verdict.UNSUPPORTED, ABSENT))))
                .isEqualTo(List.of("-"));
        assertThat(Optional.of(ABSENT.outputs())).contains(List.of());
    }
}
