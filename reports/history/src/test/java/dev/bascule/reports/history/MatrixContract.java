package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.CUDA;
import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.ConformanceFixtures.operatorCase;
import static dev.bascule.reports.fixture.Fixtures.AUDIO;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.target.Browser;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.history.MatrixQuery.Sort;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.matrix.PastVerdicts;
import dev.bascule.reports.scoring.Score;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every history shows of the matrix without reading whole case runs. */
interface MatrixContract {
    Browser FIREFOX = new Browser("Firefox", "153.0", "process", List.of());

    /** A new, empty history. */
    History history();

    /** Three models in two browsers and on the native CPU, by two machines. */
    static void fill(History history) {
        history.append(record(
                "one",
                strict(TEXT, Verdict.PASS, on(WASM).median(9).nativeTakes(3).build()),
                strict(TEXT, Verdict.PASS, on(NATIVE_CPU).median(3).build()),
                strict(VISION, Verdict.WRONG, on(WEBGPU).wrongNumbers().build()),
                strict(VISION, Verdict.PASS, on(WASM).in(FIREFOX).median(20).build())));
        history.append(RunVariants.onDevice(record(
                "two",
                START.plusSeconds(60),
                strict(TEXT, Verdict.PASS, on(WASM).median(70).build()),
                run(
                        AUDIO,
                        Chain.BROWSER,
                        Verdict.FELL_BACK,
                        List.of(
                                on(WEBGPU)
                                        .failed(Outcome.DEVICE_LOST, ErrorCode.DEVICE_LOST, "gone")
                                        .build(),
                                on(WEBNN)
                                        .failed(Outcome.UNSUPPORTED, ErrorCode.OPERATOR_UNSUPPORTED, "no STFT")
                                        .build(),
                                on(WASM).median(33).build())))));
    }

    @Test
    @Tag("red-team")
    default void a_cell_that_was_measured_elsewhere_or_that_nobody_watched_says_so() {
        Browser phone = new Browser("Firefox", "153.0", "attach", List.of());
        try (History history = history()) {
            history.append(record(
                    "own",
                    strict(TEXT, Verdict.PASS, on(WASM).median(9).build()),
                    strict(TEXT, Verdict.PASS, on(WASM).in(phone).median(9).build())));
            history.append(record(
                            "foreign",
                            START.plusSeconds(60),
                            strict(VISION, Verdict.PASS, on(WASM).median(20).build()),
                            strict(
                                    VISION,
                                    Verdict.PASS,
                                    on(WASM).in(phone).median(30).build()))
                    .as(RunOrigin.IMPORTED));
            assertThat(history.matrixPage(MatrixQuery.ALL).ways())
                    .containsOnly(
                            entry(new CaseRunRef("own", 1), List.of("attached")),
                            entry(new CaseRunRef("foreign", 0), List.of("imported")),
                            entry(new CaseRunRef("foreign", 1), List.of("imported", "attached")));
        }
    }

    @Test
    default void an_empty_history_has_an_empty_page_and_no_machines() {
        try (History history = history()) {
            MatrixPage page = history.matrixPage(MatrixQuery.ALL);
            assertThat(page.rows()).isEmpty();
            assertThat(page.columns()).isEmpty();
            assertThat(page.totals()).isEqualTo(new MatrixPage.Totals(0, 0, 0, 0, 0));
            assertThat(page.facets().models().values()).isEmpty();
            assertThat(history.machines()).isEmpty();
            assertThat(history.targets()).isEmpty();
            assertThat(history.series(new CellPlace("m", "r", "c"))).isEmpty();
            assertThat(history.caseRun(new CaseRunRef("none", 0))).isEmpty();
        }
    }

    @Test
    default void light_cells_show_the_figures_of_the_matrix_of_whole_case_runs() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            fill(history);
            Matrix whole = Matrix.of(history.latestCells(RunFilter.ALL));
            MatrixPage page = history.matrixPage(MatrixQuery.ALL);
            assertThat(page.cells()).hasSize(whole.cells().size()).allSatisfy(light -> {
                MatrixCell cell = whole.cells()
                        .get(new Matrix.Place(
                                light.place().row(),
                                light.place().machine() + "|" + light.place().column()));
                assertThat(light.verdict()).isEqualTo(cell.verdict());
                assertThat(light.score()).isEqualTo(cell.score().map(Score::value));
                assertThat(light.time().map(CellSummary.Time::medianMs))
                        .isEqualTo(cell.summary().map(summary -> summary.median()));
                assertThat(light.time().flatMap(CellSummary.Time::ci95))
                        .isEqualTo(cell.summary().flatMap(summary -> summary.ci95()));
                assertThat(light.relative().map(CellSummary.Relative::ratio))
                        .isEqualTo(cell.relative().map(relative -> relative.ratio()));
                assertThat(light.proof()).isEqualTo(cell.proof());
                assertThat(light.software()).isEqualTo(cell.software());
                assertThat(light.throttled()).isEqualTo(cell.throttled());
                assertThat(light.merged()).isEqualTo(cell.merged().size());
                assertThat(history.caseRun(light.caseRun()))
                        .contains(cell.caseResult().after(PastVerdicts.NONE));
            });
            assertThat(page.cells())
                    .extracting(CellSummary::software)
                    .as("a software adapter, and one of which nobody said anything")
                    .contains(Optional.of(true), Optional.empty());
            assertThat(page.rows())
                    .extracting(MatrixPage.Row::label)
                    .containsExactlyInAnyOrderElementsOf(
                            whole.rows().stream().map(Matrix.Row::label).toList());
            assertThat(page.columns())
                    .extracting(
                            MatrixPage.Column::group,
                            MatrixPage.Column::label,
                            column -> column.software().orElse(false))
                    .containsExactlyInAnyOrderElementsOf(whole.columns().stream()
                            .map(column -> tuple(column.group(), column.label(), column.software()))
                            .toList());
        }
    }

    @Test
    default void operator_cases_are_left_out_where_models_are_asked_for_and_counted() {
        try (History history = history()) {
            fill(history);
            history.append(record(
                    "ops",
                    strict(
                            operatorCase("test_abs"),
                            Verdict.PASS,
                            on(WASM).samples(0).build()),
                    strict(
                            operatorCase("test_abs"),
                            Verdict.PASS,
                            on(CUDA).samples(0).build()),
                    strict(
                            operatorCase("test_add"),
                            Verdict.WRONG,
                            on(WASM).wrongNumbers().build())));
            MatrixQuery.Builder models = MatrixQuery.builder().cases(MatrixQuery.Cases.MODELS);
            MatrixPage page = history.matrixPage(models.build());
            assertThat(page.rows())
                    .extracting(MatrixPage.Row::model)
                    .containsExactly("bert-tiny", "mobilenet-tiny", "whisper-encoder-tiny");
            assertThat(page.columns())
                    .as("CUDA ran operator cases only")
                    .noneMatch(column -> column.label().equals("cuda"));
            assertThat(page.totals().leftOut()).isEqualTo(2);
            assertThat(page.facets().models().values())
                    .extracting(MatrixPage.Value::value)
                    .noneMatch(name -> name.startsWith("test_"));
            assertThat(history.matrixPage(models.verdicts(Verdict.WRONG).build())
                            .totals()
                            .leftOut())
                    .as("of those that pass the other filters")
                    .isEqualTo(1);
            assertThat(history.matrixPage(MatrixQuery.ALL).totals())
                    .extracting(MatrixPage.Totals::rows, MatrixPage.Totals::leftOut)
                    .containsExactly(5, 0);
        }
    }

    @Test
    default void a_filter_of_rows_or_columns_leaves_the_others_out_and_says_what_else_there_is() {
        try (History history = history()) {
            fill(history);
            MatrixPage page = history.matrixPage(MatrixQuery.builder()
                    .families(Family.EMBEDDING)
                    .browsers("Chrome Headless Shell")
                    .build());
            assertThat(page.rows()).extracting(MatrixPage.Row::label).containsExactly("bert-tiny");
            assertThat(page.columns()).extracting(MatrixPage.Column::label).containsExactly("wasm", "wasm");
            assertThat(page.totals()).isEqualTo(new MatrixPage.Totals(1, 2, 2, 2, 0));
            assertThat(page.facets().browsers().values())
                    .as("of embeddings in any browser")
                    .containsExactly(
                            new MatrixPage.Value("Chrome Headless Shell", 2), new MatrixPage.Value("native", 1));
            assertThat(page.facets().families().values())
                    .as("of any family in this browser")
                    .containsExactly(
                            new MatrixPage.Value("embedding", 2),
                            new MatrixPage.Value("audio", 1),
                            new MatrixPage.Value("vision", 1));
            assertThat(history.matrixPage(MatrixQuery.builder()
                                    .browsers("Firefox 153", "native")
                                    .build())
                            .cells())
                    .extracting(cell -> cell.place().row().split("\\|")[0])
                    .containsExactlyInAnyOrder("bert-tiny", "mobilenet-tiny");
            assertThat(history.matrixPage(
                                    MatrixQuery.builder().backends(CUDA.id()).build())
                            .rows())
                    .isEmpty();
            assertThat(history.matrixPage(MatrixQuery.builder()
                                    .machines("d".repeat(64))
                                    .engines("onnxruntime-web")
                                    .build())
                            .cells())
                    .extracting(CellSummary::verdict)
                    .containsExactly(Verdict.PASS, Verdict.FELL_BACK);
        }
    }

    @Test
    default void a_filter_of_verdicts_takes_the_rows_that_have_one_with_all_their_cells() {
        try (History history = history()) {
            fill(history);
            MatrixPage page = history.matrixPage(
                    MatrixQuery.builder().verdicts(Verdict.WRONG).build());
            assertThat(page.rows()).extracting(MatrixPage.Row::model).containsExactly("mobilenet-tiny");
            assertThat(page.cells())
                    .extracting(CellSummary::verdict)
                    .containsExactlyInAnyOrder(Verdict.WRONG, Verdict.PASS);
            assertThat(page.totals()).isEqualTo(new MatrixPage.Totals(1, 2, 2, 1, 0));
            assertThat(page.facets().verdicts().values())
                    .containsExactly(
                            new MatrixPage.Value("PASS", 4),
                            new MatrixPage.Value("FELL_BACK", 1),
                            new MatrixPage.Value("WRONG", 1));
        }
    }

    @Test
    default void words_are_sought_in_model_case_and_settings() {
        try (History history = history()) {
            fill(history);
            assertThat(labels(
                            history, MatrixQuery.builder().text("BERT batch=1").build()))
                    .containsExactly("bert-tiny");
            assertThat(labels(
                            history, MatrixQuery.builder().text("bert whisper").build()))
                    .isEmpty();
            assertThat(labels(history, MatrixQuery.builder().text("  ").build()))
                    .hasSize(3);
            assertThat(labels(history, MatrixQuery.builder().text("'; DROP %_").build()))
                    .isEmpty();
        }
    }

    private static List<String> labels(History history, MatrixQuery query) {
        return history.matrixPage(query).rows().stream()
                .map(MatrixPage.Row::label)
                .toList();
    }

    @Test
    default void rows_are_sorted_and_paged_and_columns_stay() {
        try (History history = history()) {
            fill(history);
            assertThat(labels(history, sorted(Sort.MODEL)))
                    .containsExactly("bert-tiny", "mobilenet-tiny", "whisper-encoder-tiny");
            assertThat(labels(history, sorted(Sort.NEWEST)))
                    .containsExactly("bert-tiny", "whisper-encoder-tiny", "mobilenet-tiny");
            assertThat(labels(history, sorted(Sort.WORST)))
                    .containsExactly("mobilenet-tiny", "whisper-encoder-tiny", "bert-tiny");
            assertThat(labels(history, sorted(Sort.SCORE))).startsWith("mobilenet-tiny");
            MatrixQuery paged = MatrixQuery.builder().page(1, 2).build();
            assertThat(labels(history, paged)).containsExactly("whisper-encoder-tiny");
            assertThat(history.matrixPage(paged).columns())
                    .isEqualTo(history.matrixPage(MatrixQuery.ALL).columns());
            assertThat(history.matrixPage(paged).totals().rows()).isEqualTo(3);
            assertThat(history.matrixPage(paged.page(2)).rows()).isEmpty();
        }
    }

    private static MatrixQuery sorted(Sort sort) {
        return MatrixQuery.builder().sort(sort).build();
    }

    @Test
    default void only_the_chosen_runs_are_searched_for_the_newest_cell() {
        try (History history = history()) {
            history.append(record(
                    "old", strict(TEXT, Verdict.WRONG, on(WASM).wrongNumbers().build())));
            history.append(record("new", START.plusSeconds(60), strict(TEXT, Verdict.PASS, on(WASM).build())));
            assertThat(verdicts(history, MatrixQuery.ALL)).containsExactly(Verdict.PASS);
            assertThat(verdicts(
                            history,
                            MatrixQuery.builder().until(START.plusSeconds(60)).build()))
                    .containsExactly(Verdict.WRONG);
            assertThat(verdicts(
                            history,
                            MatrixQuery.builder().since(START.plusSeconds(1)).build()))
                    .containsExactly(Verdict.PASS);
            assertThat(verdicts(history, MatrixQuery.builder().suite("another").build()))
                    .isEmpty();
            assertThat(history.matrixPage(MatrixQuery.builder().suite("another").build())
                            .facets()
                            .suites()
                            .values())
                    .containsExactly(new MatrixPage.Value("quickstart", 2));
            history.append(record(
                    "newest",
                    START.plusSeconds(90),
                    strict(
                            TEXT,
                            Verdict.PARTIAL,
                            on(WASM).nodes(java.util.Map.of("wasm", 40, "cpu", 4))
                                    .build())));
            assertThat(verdicts(history, MatrixQuery.ALL))
                    .as("a page after an append knows of it")
                    .containsExactly(Verdict.PARTIAL);
        }
    }

    private static List<Verdict> verdicts(History history, MatrixQuery query) {
        return history.matrixPage(query).cells().stream()
                .map(CellSummary::verdict)
                .toList();
    }
}
