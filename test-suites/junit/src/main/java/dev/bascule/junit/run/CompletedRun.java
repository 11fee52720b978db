package dev.bascule.junit.run;

import dev.bascule.app.run.BaselineCheck;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.Regression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A run that is over, with what it was held against.
 *
 * @param record the run
 * @param against empty where no baseline was named, or the run was interrupted
 */
public record CompletedRun(RunRecord record, Optional<Against> against) {

    /**
     * @param baseline its name
     * @param report what became of it
     * @param newFailures failures that the baseline does not have as well
     * @param nothing why nothing was compared; empty where something was
     */
    public record Against(
            String baseline, ComparisonReport report, List<CaseRun> newFailures, Optional<Failure> nothing) {
        public Against {
            newFailures = List.copyOf(newFailures);
        }

        /** What became worse of a cell, in the words for it. */
        List<String> regressions(CaseRun run) {
            return Regression.shown(report).stream()
                    .filter(one -> one.reproduce().equals(run.reproduce()))
                    .map(Regression::message)
                    .toList();
        }

        /** What a test report is told of the comparison: what sort it is first, then each thing that it cannot tell. */
        public List<Map<String, String>> entries() {
            List<Map<String, String>> entries = new ArrayList<>();
            Map<String, String> head = new LinkedHashMap<>();
            head.put("baseline", baseline);
            head.put("comparison", report.kind().words());
            head.put("casesInBoth", Integer.toString(report.cases().size()));
            entries.add(head);
            BaselineCheck.warnings(report).forEach(warning -> entries.add(Map.of("warning", warning)));
            return entries;
        }
    }

    static CompletedRun of(RunRecord record, Optional<BaselineCheck> check) {
        return new CompletedRun(
                record, check.filter(any -> !record.extent().interrupted()).map(one -> against(record, one)));
    }

    private static Against against(RunRecord record, BaselineCheck check) {
        ComparisonReport report = check.compare(record);
        return new Against(
                check.baseline().name(),
                report,
                check.newFailures(record),
                report.comparesNothing() ? Optional.of(check.nothingCompared()) : Optional.empty());
    }
}
