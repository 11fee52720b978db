package dev.bascule.junit.engine;

import dev.bascule.execution.attempt.ChainExecutor;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.junit.SuiteException;
import dev.bascule.junit.VerdictError;
import dev.bascule.junit.run.CellJudge;
import dev.bascule.junit.run.CellReportText;
import dev.bascule.junit.run.CellTestResult;
import dev.bascule.junit.run.CompletedRun;
import dev.bascule.junit.run.SuitePlan;
import dev.bascule.junit.run.SuiteRunner;
import dev.bascule.suites.suite.SuiteCase;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.opentest4j.TestAbortedException;

/**
 * Runs a suite and tells of it as it goes: a cell that is right ends when it ends; any other when the suite does, for it may
 * be tried again. Belongs to one thread.
 */
final class SuiteExecution implements RunListener {
    private final SuiteNode suite;
    private final String command;
    private final SuiteRunner runner;
    private final Events events;
    private final SuitePlan plan;
    private final CellJudge judge;
    /** Two browsers may have equal runs of one case. */
    private final IdentityHashMap<CaseRun, TestDescriptor> nodes = new IdentityHashMap<>();

    SuiteExecution(SuiteNode suite, String command, SuiteRunner runner, EngineExecutionListener listener) {
        this.suite = suite;
        this.command = command;
        this.runner = runner;
        this.events = new Events(listener, suite);
        this.plan = suite.selected();
        this.judge = new CellJudge(plan);
    }

    void run() {
        events.begin(suite);
        try {
            CompletedRun ran = runner.run(plan, command, this);
            RunRecord record = ran.record();
            ran.against().ifPresent(against -> against.entries().forEach(entry -> events.publish(suite, entry)));
            judge.all(ran).forEach(testResult -> settle(node(testResult.run()), testResult));
            record.scenarios().forEach(this::settle);
            if (record.extent().interrupted()) {
                failTheRest(SuiteRunner.stopped(record));
            }
            chains().filter(chain -> !events.hasBegun(chain))
                    .forEach(chain -> events.skip(chain, whyNot(chain, record)));
        } catch (BasculeException e) {
            failTheRest(e);
        } catch (RuntimeException e) {
            failTheRest(BasculeException.because(e, ErrorCode.INTERNAL_ERROR, "this is a bug in Bascule: " + e));
        }
        events.endAll();
    }

    @Override
    public void started(Cell cell) {
        events.begin(node(cell));
    }

    @Override
    public void finished(Cell cell, CaseRun run) {
        TestDescriptor node = node(cell);
        nodes.put(run, node);
        boolean again = plan.retries() > 0 && ChainExecutor.mayRetry(run);
        runner.machine()
                .flatMap(machine -> judge.atOnce(run, machine, again))
                .ifPresent(testResult -> settle(node, testResult));
    }

    @Override
    public void retried(Cell cell, CaseRun run) {
        nodes.put(run, node(cell));
    }

    @Override
    public void amended(Cell cell, CaseRun run) {
        nodes.put(run, node(cell));
    }

    private TestDescriptor node(CaseRun run) {
        return Optional.ofNullable(nodes.get(run)).orElseGet(() -> node(new Cell(run.caseId(), run.chain())));
    }

    /** The test of a cell. A case of half the batch, which memory made necessary, and a browser's cell come late. */
    private TestDescriptor node(Cell cell) {
        CaseNode owner = caseNode(cell);
        ChainNode chain = child(owner, ChainNode.id(owner.getUniqueId(), cell.chain()), ChainNode.class)
                .orElseGet(() -> events.register(
                        owner,
                        new ChainNode(
                                ChainNode.id(owner.getUniqueId(), cell.chain()),
                                cell.caseId(),
                                cell.chain(),
                                false,
                                owner.getSource())));
        if (!chain.manyBrowsers()) {
            return chain;
        }
        String browser = cell.browsers().isEmpty() ? "none" : String.join(", ", cell.browsers());
        return child(chain, LateNode.id(chain, LateNode.BROWSER, browser), LateNode.class)
                .orElseGet(() -> events.register(
                        chain,
                        new LateNode(
                                chain,
                                LateNode.BROWSER,
                                browser,
                                "%s on %s in %s".formatted(cell.caseId(), cell.chain(), browser))));
    }

    private CaseNode caseNode(Cell cell) {
        return child(suite, CaseNode.id(suite.getUniqueId(), cell.caseId()), CaseNode.class)
                .or(() -> sized(cell.caseId()))
                .orElseGet(() -> {
                    SuiteCase like = plan.cases().stream()
                            .filter(one -> one.id().name().equals(cell.caseId().name()))
                            .findFirst()
                            .orElseThrow();
                    return events.register(suite, CaseNode.like(suite, like, cell.caseId()));
                });
    }

    /** The planned test of a case that says sizes which its plan does not. */
    private Optional<CaseNode> sized(CaseId ran) {
        return plan.cases().stream()
                .map(SuiteCase::id)
                .filter(ran::isSizedFrom)
                .findFirst()
                .flatMap(planned -> child(suite, CaseNode.id(suite.getUniqueId(), planned), CaseNode.class));
    }

    private static String whyNot(ChainNode chain, RunRecord record) {
        return record.runs().stream()
                .map(CaseRun::caseId)
                .filter(ran -> ran.isAnotherSizeOf(chain.caseId()))
                .findFirst()
                .map(ran -> "it ran with another batch, as " + ran)
                .orElse("nothing that takes part here opens this model");
    }

    private static <T extends TestDescriptor> Optional<T> child(
            TestDescriptor parent, org.junit.platform.engine.UniqueId id, Class<T> type) {
        return parent.getChildren().stream()
                .filter(node -> node.getUniqueId().equals(id))
                .filter(type::isInstance)
                .<T>map(type::cast)
                .findFirst();
    }

    private void settle(TestDescriptor node, CellTestResult testResult) {
        if (events.hasEnded(node)) {
            return;
        }
        events.begin(node);
        CellReportText.entries(testResult.run()).forEach(entry -> events.publish(node, entry));
        events.end(node, result(testResult));
    }

    private static TestExecutionResult result(CellTestResult testResult) {
        if (testResult instanceof CellTestResult.Failed failed) {
            return TestExecutionResult.failed(VerdictError.of(failed));
        }
        if (testResult instanceof CellTestResult.Aborted aborted) {
            return aborted(aborted.reason());
        }
        return TestExecutionResult.successful();
    }

    private static TestExecutionResult aborted(String reason) {
        TestAbortedException why = new TestAbortedException(reason);
        why.setStackTrace(new StackTraceElement[0]);
        return TestExecutionResult.aborted(why);
    }

    /** A scenario is a test of its case, beside the chains. */
    private void settle(ScenarioRun scenario) {
        CaseNode owner = caseNode(
                new Cell(scenario.caseId(), plan.cases().get(0).chains().get(0)));
        String word = scenario.scenario() + " on " + scenario.target().id();
        LateNode node =
                events.register(owner, new LateNode(owner, LateNode.SCENARIO, word, scenario.caseId() + " " + word));
        events.begin(node);
        events.publish(node, CellReportText.entry(scenario));
        if (scenario.verdict().isRight()) {
            events.end(node, TestExecutionResult.successful());
        } else if (scenario.verdict().isFailure()) {
            events.end(
                    node,
                    TestExecutionResult.failed(VerdictError.of(
                            scenario.verdict(), scenario.reproduce(), CellReportText.failure(scenario))));
        } else {
            events.end(node, aborted(CellReportText.failure(scenario)));
        }
    }

    private Stream<ChainNode> chains() {
        return suite.getChildren().stream()
                .flatMap(node -> node.getChildren().stream())
                .filter(ChainNode.class::isInstance)
                .map(ChainNode.class::cast)
                .toList()
                .stream();
    }

    /** What keeps the suite from running is the failure of each test that has not ended. */
    private void failTheRest(BasculeException trouble) {
        TestExecutionResult failed = TestExecutionResult.failed(new SuiteException(trouble));
        for (ChainNode chain : chains().toList()) {
            List<? extends TestDescriptor> leaves = chain.isTest() ? List.of(chain) : List.copyOf(chain.getChildren());
            if (leaves.isEmpty()) {
                leaves = List.of(
                        events.register(chain, new LateNode(chain, LateNode.BROWSER, "none", chain.getDisplayName())));
            }
            leaves.forEach(leaf -> events.end(leaf, failed));
        }
    }
}
