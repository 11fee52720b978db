package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.strict;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Reports of a run of one cell that is held against five runs, in which it passed in about 10 ms. */
final class RegressedRun {

    private RegressedRun() {}

    static String slower(Reporter reporter) {
        return report(reporter, pass(30));
    }

    static String failed(Reporter reporter) {
        return report(
                reporter,
                strict(
                        TEXT,
                        Verdict.FAILED,
                        on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "no kernel")
                                .build()));
    }

    static String theSameAgain(Reporter reporter) {
        return report(reporter, pass(10.05));
    }

    private static String report(Reporter reporter, CaseRun now) {
        RunRecord record = run(9, now);
        return reporter.with(Comparer.compare(
                        baseline(),
                        ComparedSide.of("this run", record),
                        Set.of(),
                        List.of(),
                        ComparisonOptions.DEFAULT))
                .render(record);
    }

    /** Runs that differ a little, as they do. */
    private static ComparedSide baseline() {
        return new ComparedSide(
                "main",
                IntStream.range(0, 5)
                        .mapToObj(i -> run(i, pass(10 + 0.1 * (i % 3 - 1))))
                        .flatMap(record -> CaseResult.allOf(record).stream())
                        .toList());
    }

    private static RunRecord run(int hour, CaseRun only) {
        return Fixtures.record("run-" + hour, Fixtures.START.plus(Duration.ofHours(hour)), only);
    }

    private static CaseRun pass(double median) {
        return strict(TEXT, Verdict.PASS, on(WASM).median(median).build());
    }
}
