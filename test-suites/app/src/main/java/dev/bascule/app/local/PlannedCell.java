package dev.bascule.app.local;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.RunListener.Cell;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.suites.suite.SuiteCase;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A case on a column, ready to run.
 *
 * @param wanted as the suite has it
 * @param testCase the same with model and inputs
 * @param column where
 * @param reproduce the command line that repeats it
 */
record PlannedCell(SuiteCase wanted, PreparedCase testCase, Column column, String reproduce) {

    Cell cell() {
        return new Cell(
                testCase.id(),
                column.chain(),
                column.browsers().stream().map(RunnerSource::name).toList());
    }

    /** The browsers that it needs; none for a native column. */
    Set<RunnerSource> browsers() {
        return column.browsers().stream().collect(Collectors.toUnmodifiableSet());
    }
}
