package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.ConformanceFixtures.operatorCase;
import static dev.bascule.reports.fixture.Fixtures.AUDIO;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The database's pages against the plain rule, over histories and queries drawn at random from a seed. */
@Tag("sized")
@Tag("slow")
class MatrixPropertyTest {
    private static final long SEED = 20261122;
    private static final List<ModelInfo> MODELS = List.of(TEXT, VISION, AUDIO, operatorCase("test_abs"));
    private static final List<Backend> BACKENDS = List.of(WASM, WEBGPU, NATIVE_CPU);

    @Test
    void every_page_equals_the_one_that_the_plain_rule_gives() {
        Random random = new Random(SEED);
        try (History database = DatabaseInMemory.history()) {
            History plain = new InMemoryHistory();
            for (int step = 0; step < TestSize.of(3, 8); step++) {
                List<RunRecord> runs = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    runs.add(run("run-%02d-%d".formatted(step, i), random));
                }
                database.appendAll(runs);
                plain.appendAll(runs);
                for (int i = 0; i < 8; i++) {
                    MatrixQuery query = query(random);
                    assertThat(database.matrixPage(query))
                            .as("seed %d, step %d, %s", SEED, step, query)
                            .isEqualTo(plain.matrixPage(query));
                }
                assertThat(shown(database)).isEqualTo(latest(database));
            }
        }
    }

    private static Set<CaseRunRef> shown(History history) {
        return history.matrixPage(MatrixQuery.ALL).cells().stream()
                .map(CellSummary::caseRun)
                .collect(Collectors.toSet());
    }

    /** What {@link History#latestCells} makes of the same runs. */
    private static Set<CaseRunRef> latest(History history) {
        Map<String, List<CaseRun>> runs = new HashMap<>();
        return Matrix.of(history.latestCells(RunFilter.ALL)).cells().values().stream()
                .map(MatrixCell::caseResult)
                .map(caseResult -> new CaseRunRef(
                        caseResult.runId(),
                        runs.computeIfAbsent(
                                        caseResult.runId(),
                                        id -> history.find(id).orElseThrow().runs())
                                .indexOf(caseResult.run())))
                .collect(Collectors.toSet());
    }

    private static RunRecord run(String id, Random random) {
        List<CaseRun> cases = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            cases.add(caseRun(i, random));
        }
        RunRecord run = record(id, START.plusSeconds(random.nextInt(10)), cases.toArray(CaseRun[]::new));
        return random.nextInt(4) == 0 ? RunVariants.onDevice(run) : run;
    }

    /** Each of its own median, so that two of one run differ. */
    private static CaseRun caseRun(int number, Random random) {
        ModelInfo model = MODELS.get(random.nextInt(MODELS.size()));
        Backend backend = BACKENDS.get(random.nextInt(BACKENDS.size()));
        double median = 1 + number + random.nextInt(50);
        return switch (random.nextInt(6)) {
            case 0 ->
                strict(
                        model,
                        Verdict.WRONG,
                        on(backend).median(median).wrongNumbers().build());
            case 1 ->
                strict(
                        model,
                        Verdict.SKIPPED,
                        on(backend)
                                .failed(Outcome.CANCELLED, ErrorCode.RUN_INTERRUPTED, "stopped " + median)
                                .notStarted());
            case 2 ->
                strict(
                        model,
                        Verdict.UNSUPPORTED,
                        on(backend)
                                .failed(Outcome.UNAVAILABLE, ErrorCode.NO_BROWSER, "none " + median)
                                .notStarted());
            default ->
                strict(
                        model,
                        Verdict.PASS,
                        on(backend).median(median).samples(random.nextInt(12)).build());
        };
    }

    private static MatrixQuery query(Random random) {
        MatrixQuery.Builder query = MatrixQuery.builder()
                .sort(any(random, MatrixQuery.Sort.values()))
                .page(random.nextInt(2), 1 + random.nextInt(3));
        if (random.nextInt(3) == 0) {
            query.since(START.plusSeconds(random.nextInt(10)));
        }
        if (random.nextInt(3) == 0) {
            query.until(START.plusSeconds(random.nextInt(10)));
        }
        if (random.nextInt(4) == 0) {
            query.verdicts(any(random, Verdict.values()), Verdict.PASS);
        }
        if (random.nextInt(4) == 0) {
            query.families(any(random, Family.values()), Family.VISION);
        }
        if (random.nextInt(4) == 0) {
            query.backends(BACKENDS.get(random.nextInt(BACKENDS.size())).id());
        }
        if (random.nextInt(4) == 0) {
            query.browsers(
                    List.of("native", "Chrome Headless Shell 153", "Firefox").get(random.nextInt(3)));
        }
        if (random.nextInt(2) == 0) {
            query.cases(any(random, MatrixQuery.Cases.values()));
        }
        if (random.nextInt(4) == 0) {
            query.machines(Fixtures.MACHINE.fingerprint());
        }
        if (random.nextInt(4) == 0) {
            query.text(List.of("tiny batch=1", "BERT", "mobilenet nothing").get(random.nextInt(3)));
        }
        if (random.nextInt(6) == 0) {
            query.suite(List.of("quickstart", "another").get(random.nextInt(2)));
        }
        return query.build();
    }

    private static <T> T any(Random random, T[] values) {
        return List.of(values).get(random.nextInt(values.length));
    }

    @Test
    void a_column_is_software_as_soon_as_one_cell_says_so_and_unknown_only_where_none_says_anything() {
        Optional<Boolean> software = Optional.of(true);
        Optional<Boolean> hardware = Optional.of(false);
        assertThat(MatrixLabels.together(software, hardware)).isEqualTo(software);
        assertThat(MatrixLabels.together(hardware, software)).isEqualTo(software);
        assertThat(MatrixLabels.together(Optional.empty(), software)).isEqualTo(software);
        assertThat(MatrixLabels.together(hardware, Optional.empty())).isEqualTo(hardware);
        assertThat(MatrixLabels.together(Optional.empty(), hardware)).isEqualTo(hardware);
        assertThat(MatrixLabels.together(Optional.empty(), Optional.empty())).isEmpty();
    }
}
