package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.Regression;
import dev.bascule.reports.matrix.Explanation;
import dev.bascule.reports.matrix.FedText;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.NumberedAttempt;
import dev.bascule.reports.scenario.FigureText;
import dev.bascule.reports.scenario.ScenarioWords;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * JUnit XML in the shape of Surefire's schema: a test case for each cell and each scenario. A failure's type is its {@link
 * dev.bascule.fallback.error.ErrorCode}; unsupported and skipped ones are skipped; a fallback passes and says so; a case that could not be read is an error.
 * What failed as it was expected to is skipped, with the reason and its link; what was expected to fail and did not is a
 * failure of the type {@value #UNEXPECTED_PASS}, for its expectation is to be removed.
 *
 * <p>A retry that failed is a {@code rerunFailure} beside the failure. A flaky cell is a {@code failure}, with both attempts
 * in its text: Surefire's {@code flakyFailure} would count as a pass with its readers, and a retry erases no failure.
 *
 * <p>What became worse than in a baseline and is no failure has a failing test case of its own, which is there only then. As
 * with failures, {@code --fail-on} is about the exit code alone. Immutable.
 */
final class JunitReporter implements Reporter {
    static final String UNEXPECTED_PASS = "UNEXPECTED_PASS";

    private final Optional<ComparisonReport> comparison;

    JunitReporter() {
        this(Optional.empty());
    }

    private JunitReporter(Optional<ComparisonReport> comparison) {
        this.comparison = comparison;
    }

    @Override
    public JunitReporter with(ComparisonReport against) {
        return new JunitReporter(Optional.of(against));
    }

    @Override
    public String id() {
        return "junit";
    }

    @Override
    public String fileName() {
        return "junit.xml";
    }

    @Override
    public String render(RunRecord record, KnownFailures known) {
        JunitXml xml = new JunitXml();
        suite(xml, record, known, regressions());
        return xml.finished();
    }

    /** Of regressions those that are no failures, which have their test case already. */
    private List<Regression> regressions() {
        return comparison.stream()
                .flatMap(report -> Regression.of(report).stream())
                .filter(one -> !one.failed())
                .toList();
    }

    private static void suite(JunitXml xml, RunRecord record, KnownFailures known, List<Regression> regressions) {
        List<CaseRun> runs = record.runs();
        xml.start("testsuite");
        xml.attribute("name", "bascule." + record.invocation().suite());
        xml.attribute("time", record.times().took());
        List<Result> results = Stream.of(
                        runs.stream().map(run -> Result.of(run, known)),
                        record.scenarios().stream().map(scenario -> Result.of(scenario.verdict())),
                        record.extent().notRun().stream().map(cell -> Result.SKIPPED),
                        regressions.stream().map(one -> Result.FAILURE))
                .flatMap(each -> each)
                .toList();
        List<Selection.Unread> unread = record.extent().unread();
        xml.attribute("tests", Integer.toString(results.size() + unread.size()));
        xml.attribute("errors", Integer.toString(unread.size()));
        xml.attribute("skipped", count(results, Result.SKIPPED));
        xml.attribute("failures", count(results, Result.FAILURE));
        xml.line();
        xml.start("properties");
        xml.property("run.id", record.id());
        xml.property("run.startedAt", record.times().startedAt().toString());
        xml.property("run.command", record.invocation().command());
        xml.property("run.interrupted", Boolean.toString(record.extent().interrupted()));
        xml.property("machine.fingerprint", record.machine().fingerprint());
        xml.property("machine.os", record.machine().os());
        kinds(runs, known).forEach((code, cells) -> xml.property("failures." + code, Integer.toString(cells)));
        inputs(runs).forEach(xml::property);
        xml.end();
        xml.line();
        for (CaseRun run : runs) {
            testCase(xml, record, run, known);
        }
        for (ScenarioRun run : record.scenarios()) {
            scenario(xml, record, run);
        }
        for (Selection.Unread one : unread) {
            unread(xml, record, one);
        }
        for (UnrunCell cell : record.extent().notRun()) {
            unrun(xml, record, cell);
        }
        for (Regression one : regressions) {
            regression(xml, record, one);
        }
        xml.end();
    }

    /** What each case that was to be timed was fed, and how it was to be timed. */
    private static Map<String, String> inputs(List<CaseRun> runs) {
        Map<String, String> told = new TreeMap<>();
        runs.stream()
                .filter(run -> run.conditions().flatMap(Conditions::plan).isPresent())
                .forEach(run -> {
                    told.put("inputs." + run.caseId(), FedText.inputs(run));
                    told.put("plan." + run.caseId(), FedText.plan(run));
                });
        return told;
    }

    /** How many cells failed with each code. */
    private static Map<String, Integer> kinds(List<CaseRun> runs, KnownFailures known) {
        Map<String, Integer> cells = new TreeMap<>();
        runs.stream()
                .filter(run -> Result.of(run, known) == Result.FAILURE)
                .forEach(run -> cells.merge(
                        run.verdict().isRight() ? UNEXPECTED_PASS : type(run.verdict(), failure(run)),
                        1,
                        Integer::sum));
        return cells;
    }

    /** Nothing was run: neither a pass nor a failure. */
    private static void unrun(JunitXml xml, RunRecord record, UnrunCell cell) {
        xml.testCase(cell.caseId() + " on " + cell.where(), record.invocation().suite() + ".unrun", Duration.ZERO);
        xml.start("skipped");
        xml.attribute("message", "not run: " + cell.reason());
        xml.end();
        xml.end();
        xml.line();
    }

    private static void regression(JunitXml xml, RunRecord record, Regression one) {
        xml.testCase(one.place(), record.invocation().suite() + ".regressions", Duration.ZERO);
        xml.failure(
                ErrorCode.REGRESSION.name(),
                one.message(),
                "%s\nreproduce: %s\n".formatted(one.message(), one.reproduce()));
        xml.end();
        xml.line();
    }

    /** Nothing was run that could have failed, so it is an error. */
    private static void unread(JunitXml xml, RunRecord record, Selection.Unread one) {
        xml.testCase(one.id().toString(), record.invocation().suite() + ".unread", Duration.ZERO);
        xml.empty("error");
        xml.attribute("type", one.code().name());
        xml.attribute("message", "cannot be read: " + one.message());
        xml.end();
        xml.line();
    }

    /** What JUnit calls a cell. */
    private enum Result {
        PASSED,
        SKIPPED,
        FAILURE;

        static Result of(CaseRun run, KnownFailures known) {
            if (known.isUnexpected(run)) {
                return FAILURE;
            }
            return known.worthSaying(run).isPresent() ? SKIPPED : of(run.verdict());
        }

        static Result of(Verdict verdict) {
            if (verdict.isFailure()) {
                return FAILURE;
            }
            return verdict == Verdict.UNSUPPORTED || verdict == Verdict.SKIPPED ? SKIPPED : PASSED;
        }
    }

    private static String count(List<Result> results, Result wanted) {
        return Long.toString(results.stream().filter(wanted::equals).count());
    }

    private static void testCase(JunitXml xml, RunRecord record, CaseRun run, KnownFailures known) {
        xml.testCase(
                run.caseId() + " on " + run.chain(),
                "%s.%s"
                        .formatted(
                                record.invocation().suite(),
                                className(run.attempts().get(0).target())),
                NumberedAttempt.allOf(run).stream()
                        .map(made -> made.attempt().span().elapsed())
                        .reduce(Duration.ZERO, Duration::plus));
        Optional<Failure> failure = failure(run);
        Optional<KnownFailure> expected = known.worthSaying(run);
        Result result = Result.of(run, known);
        String type = run.verdict().isRight() ? UNEXPECTED_PASS : type(run.verdict(), failure);
        outcome(xml, result, type, message(run, failure, expected), details(run, expected));
        if (result == Result.FAILURE) {
            for (NumberedAttempt made : NumberedAttempt.allOf(run)) {
                rerun(xml, made);
            }
        }
        xml.end();
        xml.line();
    }

    /** Of a flaky chain that fell back in its first pass, what its first backend failed with. */
    private static Optional<Failure> failure(CaseRun run) {
        return run.decisive()
                .failure()
                .or(() -> run.attempts().stream()
                        .flatMap(attempt -> attempt.failure().stream())
                        .findFirst());
    }

    private static String type(Verdict verdict, Optional<Failure> failure) {
        return failure.map(why -> why.code().name()).orElse(verdict.name());
    }

    /** Of an expected failure what was expected, as those who expect it look for; of any other cell what became of it. */
    private static String message(CaseRun run, Optional<Failure> failure, Optional<KnownFailure> expected) {
        String message = run.verdict() == Verdict.FLAKY
                ? run.verdict() + ": " + Explanation.of(run).what()
                : run.verdict() + failure.map(why -> ": " + why.message()).orElse("");
        return expected.map(known -> known.holds()
                        ? known.wordsAndLink()
                        : message + "; " + known.wordsAndLink() + ", says " + known.place())
                .orElse(message);
    }

    private static void rerun(JunitXml xml, NumberedAttempt made) {
        Optional<Failure> failure = made.attempt().failure();
        if (made.isRetry() && failure.isPresent()) {
            xml.start("rerunFailure");
            xml.attribute("message", made.name() + ": " + failure.get().message());
            xml.attribute("type", failure.get().code().name());
            xml.start("stackTrace");
            xml.text(failure.get().message());
            xml.end();
            xml.end();
        }
    }

    private static void scenario(JunitXml xml, RunRecord record, ScenarioRun run) {
        xml.testCase(
                "%s of %s on %s"
                        .formatted(
                                run.scenario(),
                                run.caseId(),
                                run.target().backend().id()),
                "%s.scenarios.%s".formatted(record.invocation().suite(), className(run.target())),
                run.span().elapsed());
        StringBuilder text = new StringBuilder();
        run.observed()
                .figures()
                .forEach(figure -> text.append(figure.name())
                        .append(": ")
                        .append(FigureText.of(figure))
                        .append('\n'));
        ScenarioWords.remarks(run).forEach(remark -> text.append(remark).append('\n'));
        run.failure()
                .ifPresent(why -> why.remedies()
                        .forEach(remedy -> text.append("try: ").append(remedy).append('\n')));
        text.append("reproduce: ").append(run.reproduce()).append('\n');
        String message =
                run.verdict() + run.failure().map(why -> ": " + why.message()).orElse("");
        outcome(xml, Result.of(run.verdict()), type(run.verdict(), run.failure()), message, text.toString());
        xml.end();
        xml.line();
    }

    private static String className(Target target) {
        return target.browser().map(browser -> browser.label()).orElse("native").replaceAll("[^A-Za-z0-9]+", "_");
    }

    private static void outcome(JunitXml xml, Result result, String type, String message, String details) {
        if (result == Result.FAILURE) {
            xml.failure(type, message, details);
            return;
        }
        if (result == Result.SKIPPED) {
            xml.start("skipped");
            xml.attribute("message", message);
            xml.end();
        }
        xml.start("system-out");
        xml.text(details);
        xml.end();
    }

    private static String details(CaseRun run, Optional<KnownFailure> expected) {
        StringBuilder text = new StringBuilder();
        Explanation explanation = Explanation.of(run);
        text.append(explanation.verdict())
                .append(": ")
                .append(explanation.what())
                .append('\n');
        expected.ifPresent(known -> text.append(known.wordsAndLink())
                .append(", says ")
                .append(known.place())
                .append('\n'));
        explanation.why().forEach(why -> text.append(why).append('\n'));
        explanation
                .remedies()
                .forEach(remedy -> text.append("try: ").append(remedy).append('\n'));
        return text.append("reproduce: ").append(run.reproduce()).append('\n').toString();
    }
}
