package dev.bascule.reports.rating;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.strict;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import java.util.List;

/** Cells that are scored, made by hand. */
final class ScoredCells {
    static final ModelInfo SECOND = Fixtures.model("minilm", "dd", Family.EMBEDDING, "feature-extraction");

    private ScoredCells() {}

    static CaseRun pass(ModelInfo model, Backend backend, double median) {
        return strict(model, Verdict.PASS, Fixtures.on(backend).median(median).build());
    }

    static CaseRun wrong(ModelInfo model, Backend backend) {
        return strict(model, Verdict.WRONG, Fixtures.on(backend).wrongNumbers().build());
    }

    static CaseRun unsupported(ModelInfo model, Backend backend) {
        return strict(
                model,
                Verdict.UNSUPPORTED,
                Fixtures.on(backend)
                        .samples(0)
                        .failed(Outcome.UNSUPPORTED, ErrorCode.EXECUTION_FAILED, "no kernel")
                        .build());
    }

    static List<CaseResult> cells(CaseRun... runs) {
        return CaseResult.allOf(Fixtures.record("r", runs));
    }

    static List<CaseRun> usual() {
        return List.of(
                pass(TEXT, NATIVE_CPU, 4),
                pass(SECOND, NATIVE_CPU, 4),
                pass(VISION, NATIVE_CPU, 4),
                pass(TEXT, WASM, 8),
                wrong(SECOND, WASM),
                pass(VISION, WASM, 40),
                unsupported(TEXT, WEBNN));
    }

    static ScoreTable table(List<CaseRun> runs) {
        return ScoreTable.of(cells(runs.toArray(CaseRun[]::new)));
    }

    static FamilyScore score(ScoreTable table, Family family, String target) {
        return table.scores().stream()
                .filter(score ->
                        score.family() == family && score.target().label().startsWith(target))
                .findFirst()
                .orElseThrow();
    }

    static TargetScore overall(ScoreTable table, String target) {
        return table.overall().stream()
                .filter(score -> score.target().label().startsWith(target))
                .findFirst()
                .orElseThrow();
    }
}
