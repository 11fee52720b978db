package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.fallback.attempt.Selection;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.Explanation;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.Try;
import dev.bascule.reports.scenario.FigureText;
import dev.bascule.reports.scenario.ScenarioWords;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML in the shape of Surefire's schema: a test case for each cell and each scenario. A failure's type is its {@link
 * dev.bascule.fallback.error.ErrorCode}; unsupported and skipped ones are skipped; a fallback passes and says so; a case that could not be read is an error.
 * What failed as it was expected to is skipped, with the reason and its link; what was expected to fail and did not is a
 * failure of the type {@value #UNEXPECTED_PASS}, for its expectation is to be removed.
 *
 * <p>A retry that failed is a {@code rerunFailure} beside the failure. A flaky cell is a {@code failure}, with both attempts
 * in its text: Surefire's {@code flakyFailure} would count as a pass with its readers, and a retry erases no failure.
 * Stateless.
 */
final class JunitReporter implements Reporter {
    static final String UNEXPECTED_PASS = "UNEXPECTED_PASS";

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
        try {
            StringWriter text = new StringWriter();
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            line(xml);
            suite(xml, record, known);
            xml.writeEndDocument();
            line(xml);
            xml.close();
            return text.toString();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("XML to a string cannot fail", e);
        }
    }

    private static void suite(XMLStreamWriter xml, RunRecord record, KnownFailures known) throws XMLStreamException {
        List<CaseRun> runs = record.runs();
        xml.writeStartElement("testsuite");
        attribute(xml, "name", "bascule." + record.suite());
        attribute(xml, "time", seconds(Duration.between(record.startedAt(), record.finishedAt())));
        List<Result> results = Stream.concat(
                        runs.stream().map(run -> Result.of(run, known)),
                        record.scenarios().stream().map(scenario -> Result.of(scenario.verdict())))
                .toList();
        List<Selection.Unread> unread =
                record.selection().map(Selection::unread).orElse(List.of());
        attribute(xml, "tests", Integer.toString(results.size() + unread.size()));
        attribute(xml, "errors", Integer.toString(unread.size()));
        attribute(xml, "skipped", count(results, Result.SKIPPED));
        attribute(xml, "failures", count(results, Result.FAILURE));
        line(xml);
        xml.writeStartElement("properties");
        property(xml, "run.id", record.id());
        property(xml, "run.startedAt", record.startedAt().toString());
        property(xml, "run.command", record.command());
        property(xml, "run.interrupted", Boolean.toString(record.interrupted()));
        property(xml, "machine.fingerprint", record.machine().fingerprint());
        property(xml, "machine.os", record.machine().os());
        xml.writeEndElement();
        line(xml);
        for (CaseRun run : runs) {
            testCase(xml, record, run, known);
        }
        for (ScenarioRun run : record.scenarios()) {
            scenario(xml, record, run);
        }
        for (Selection.Unread one : unread) {
            unread(xml, record, one);
        }
        xml.writeEndElement();
    }

    /** Nothing was run that could have failed, so it is an error. */
    private static void unread(XMLStreamWriter xml, RunRecord record, Selection.Unread one) throws XMLStreamException {
        head(xml, one.id().toString(), record.suite() + ".unread", Duration.ZERO);
        xml.writeEmptyElement("error");
        attribute(xml, "type", one.code().name());
        attribute(xml, "message", "cannot be read: " + one.message());
        xml.writeEndElement();
        line(xml);
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

    private static void testCase(XMLStreamWriter xml, RunRecord record, CaseRun run, KnownFailures known)
            throws XMLStreamException {
        head(
                xml,
                run.caseId() + " on " + run.chain(),
                "%s.%s"
                        .formatted(
                                record.suite(), className(run.attempts().get(0).target())),
                Try.allOf(run).stream().map(made -> made.attempt().elapsed()).reduce(Duration.ZERO, Duration::plus));
        Optional<Failure> failure = failure(run);
        Optional<KnownFailure> expected = known.worthSaying(run);
        Result result = Result.of(run, known);
        String type = run.verdict().isRight() ? UNEXPECTED_PASS : type(run.verdict(), failure);
        outcome(xml, result, type, message(run, failure, expected), details(run, expected));
        if (result == Result.FAILURE) {
            for (Try made : Try.allOf(run)) {
                rerun(xml, made);
            }
        }
        xml.writeEndElement();
        line(xml);
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

    private static void rerun(XMLStreamWriter xml, Try made) throws XMLStreamException {
        Optional<Failure> failure = made.attempt().failure();
        if (made.isRetry() && failure.isPresent()) {
            xml.writeStartElement("rerunFailure");
            attribute(xml, "message", made.name() + ": " + failure.get().message());
            attribute(xml, "type", failure.get().code().name());
            xml.writeStartElement("stackTrace");
            xml.writeCharacters(clean(failure.get().message()));
            xml.writeEndElement();
            xml.writeEndElement();
        }
    }

    private static void scenario(XMLStreamWriter xml, RunRecord record, ScenarioRun run) throws XMLStreamException {
        head(
                xml,
                "%s of %s on %s"
                        .formatted(
                                run.scenario(),
                                run.caseId(),
                                run.target().backend().id()),
                "%s.scenarios.%s".formatted(record.suite(), className(run.target())),
                run.elapsed());
        StringBuilder text = new StringBuilder();
        run.figures()
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
        xml.writeEndElement();
        line(xml);
    }

    private static void head(XMLStreamWriter xml, String name, String className, Duration elapsed)
            throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute(xml, "name", name);
        attribute(xml, "classname", className);
        attribute(xml, "time", seconds(elapsed));
    }

    private static String className(Target target) {
        return target.browser().map(browser -> browser.label()).orElse("native").replaceAll("[^A-Za-z0-9]+", "_");
    }

    private static void outcome(XMLStreamWriter xml, Result result, String type, String message, String details)
            throws XMLStreamException {
        if (result == Result.FAILURE) {
            xml.writeStartElement("failure");
            attribute(xml, "message", message);
            attribute(xml, "type", type);
            xml.writeCharacters(clean(details));
            xml.writeEndElement();
            return;
        }
        if (result == Result.SKIPPED) {
            xml.writeStartElement("skipped");
            attribute(xml, "message", message);
            xml.writeEndElement();
        }
        xml.writeStartElement("system-out");
        xml.writeCharacters(clean(details));
        xml.writeEndElement();
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

    private static void property(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeEmptyElement("property");
        attribute(xml, "name", name);
        attribute(xml, "value", value);
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, clean(value));
    }

    /** XML 1.0 has no place for most control characters, not even escaped. */
    private static String clean(String text) {
        return text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f", duration.toNanos() / 1e9);
    }

    private static void line(XMLStreamWriter xml) throws XMLStreamException {
        xml.writeCharacters("\n");
    }
}
