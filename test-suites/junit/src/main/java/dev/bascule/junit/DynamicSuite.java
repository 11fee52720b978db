package dev.bascule.junit;

import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.junit.run.CellReportText;
import dev.bascule.junit.run.CellTestResult;
import dev.bascule.junit.run.LiveRun;
import dev.bascule.junit.run.SuitePlan;
import dev.bascule.suites.suite.SuiteCase;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestReporter;
import org.opentest4j.TestAbortedException;

/** Makes dynamic tests of a run that goes on beside them. Stateless. */
final class DynamicSuite {
    private DynamicSuite() {}

    static Stream<DynamicNode> tests(SuitePlan plan, String command, Optional<TestReporter> reporter) {
        LiveRun run = new LiveRun(plan, command);
        return plan.cases().stream()
                .map(wanted -> (DynamicNode) DynamicContainer.dynamicContainer(
                        wanted.id().toString(),
                        wanted.chains().stream().map(chain -> node(plan, run, wanted, chain, reporter))))
                .onClose(run::close);
    }

    private static DynamicNode node(
            SuitePlan plan, LiveRun run, SuiteCase wanted, Chain chain, Optional<TestReporter> reporter) {
        CaseId id = wanted.id();
        if (!plan.manyBrowsers() || chain.first().side() == Side.NATIVE) {
            return DynamicTest.dynamicTest(
                    chain.toString(), () -> settle(run, await(run, id, chain), id + " on " + chain, reporter));
        }
        // Which browsers there are is known when they have run.
        return DynamicContainer.dynamicContainer(
                chain.toString(),
                Stream.of(chain)
                        .flatMap(any -> await(run, id, chain).stream())
                        .map(result -> DynamicTest.dynamicTest(
                                CellReportText.title(result.run()),
                                () -> settle(run, List.of(result), CellReportText.title(result.run()), reporter))));
    }

    private static List<CellTestResult> await(LiveRun run, CaseId id, Chain chain) {
        try {
            return run.await(id, chain);
        } catch (BasculeException e) {
            throw new SuiteException(e);
        }
    }

    private static void settle(LiveRun run, List<CellTestResult> cells, String title, Optional<TestReporter> reporter) {
        reporter.ifPresent(to -> run.takeEntries().forEach(to::publishEntry));
        if (cells.isEmpty()) {
            throw new TestAbortedException("nothing that takes part here opens the model: " + title);
        }
        CellTestResult result = cells.get(0);
        reporter.ifPresent(to -> CellReportText.entries(result.run()).forEach(to::publishEntry));
        if (result instanceof CellTestResult.Failed failed) {
            throw VerdictError.of(failed);
        }
        if (result instanceof CellTestResult.Aborted aborted) {
            throw new TestAbortedException(aborted.reason());
        }
    }
}
