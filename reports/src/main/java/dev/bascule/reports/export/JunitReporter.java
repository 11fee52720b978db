package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.matrix.Explanation;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML in the shape of Surefire's schema: a test case for each cell. A failure's type is its {@link
 * dev.bascule.fallback.error.ErrorCode}; unsupported and skipped cells are skipped; a fallback passes and says so. Stateless.
 */
final class JunitReporter implements Reporter {

    @Override
    public String id() {
        return "junit";
    }

    @Override
    public String fileName() {
        return "junit.xml";
    }

    @Override
    public String render(RunRecord record) {
        try {
            StringWriter text = new StringWriter();
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            line(xml);
            suite(xml, record);
            xml.writeEndDocument();
            line(xml);
            xml.close();
            return text.toString();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("XML to a string cannot fail", e);
        }
    }

    private static void suite(XMLStreamWriter xml, RunRecord record) throws XMLStreamException {
        List<CaseRun> runs = record.runs();
        xml.writeStartElement("testsuite");
        attribute(xml, "name", "bascule." + record.suite());
        attribute(xml, "time", seconds(Duration.between(record.startedAt(), record.finishedAt())));
        attribute(xml, "timestamp", record.startedAt().toString());
        attribute(xml, "tests", Integer.toString(runs.size()));
        attribute(xml, "errors", "0");
        attribute(
                xml,
                "skipped",
                Long.toString(runs.stream().filter(JunitReporter::isSkipped).count()));
        attribute(
                xml,
                "failures",
                Long.toString(
                        runs.stream().filter(run -> run.verdict().isFailure()).count()));
        line(xml);
        xml.writeStartElement("properties");
        property(xml, "run.id", record.id());
        property(xml, "run.command", record.command());
        property(xml, "run.interrupted", Boolean.toString(record.interrupted()));
        property(xml, "machine.fingerprint", record.machine().fingerprint());
        property(xml, "machine.os", record.machine().os());
        xml.writeEndElement();
        line(xml);
        for (CaseRun run : runs) {
            testCase(xml, record, run);
        }
        xml.writeEndElement();
    }

    private static boolean isSkipped(CaseRun run) {
        return run.verdict() == Verdict.UNSUPPORTED || run.verdict() == Verdict.SKIPPED;
    }

    private static void testCase(XMLStreamWriter xml, RunRecord record, CaseRun run) throws XMLStreamException {
        String where = run.attempts()
                .get(0)
                .target()
                .browser()
                .map(browser -> browser.label())
                .orElse("native");
        xml.writeStartElement("testcase");
        attribute(xml, "name", run.caseId() + " on " + run.chain());
        attribute(xml, "classname", "%s.%s".formatted(record.suite(), where.replaceAll("[^A-Za-z0-9]+", "_")));
        attribute(
                xml,
                "time",
                seconds(run.attempts().stream().map(Attempt::elapsed).reduce(Duration.ZERO, Duration::plus)));
        Optional<Failure> failure = run.decisive().failure();
        String message =
                run.verdict() + failure.map(why -> ": " + why.message()).orElse("");
        if (run.verdict().isFailure()) {
            xml.writeStartElement("failure");
            attribute(xml, "message", message);
            attribute(
                    xml,
                    "type",
                    failure.map(why -> why.code().name()).orElse(run.verdict().name()));
            xml.writeCharacters(clean(details(run)));
            xml.writeEndElement();
        } else if (isSkipped(run)) {
            xml.writeStartElement("skipped");
            attribute(xml, "message", message);
            xml.writeEndElement();
        }
        if (!run.verdict().isFailure()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(clean(details(run)));
            xml.writeEndElement();
        }
        xml.writeEndElement();
        line(xml);
    }

    private static String details(CaseRun run) {
        StringBuilder text = new StringBuilder();
        Explanation explanation = Explanation.of(run);
        text.append(explanation.verdict())
                .append(": ")
                .append(explanation.what())
                .append('\n');
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
