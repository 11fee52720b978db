package dev.bascule.reports.comparison;

import static dev.bascule.reports.fixture.Fixtures.strict;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** Cells of runs an hour apart, and what comparing them comes to. */
final class ComparedCells {
    private ComparedCells() {}

    static CaseRun pass(ModelInfo model, Backend backend, double median) {
        return strict(model, Verdict.PASS, Fixtures.on(backend).median(median).build());
    }

    static RunRecord run(String id, int hour, CaseRun... cases) {
        return Fixtures.record(id, Fixtures.START.plus(Duration.ofHours(hour)), cases);
    }

    static List<CaseResult> runs(String id, int from, int count, IntFunction<CaseRun[]> cases) {
        List<CaseResult> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.addAll(CaseResult.allOf(run(id + i, from + i, cases.apply(i))));
        }
        return all;
    }

    static ComparisonReport compare(List<CaseResult> before, List<CaseResult> after, Dimension... about) {
        return Comparer.compare(
                new ComparedSide("before", before),
                new ComparedSide("after", after),
                Set.of(about),
                List.of(),
                ComparisonOptions.DEFAULT);
    }

    /** Medians that differ a little from run to run, as they do. */
    static double around(double median, int i) {
        return median * (1 + 0.01 * (i % 3 - 1));
    }
}
