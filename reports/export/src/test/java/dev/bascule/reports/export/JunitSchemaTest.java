package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

class JunitSchemaTest {
    private static final JunitReporter REPORTER = new JunitReporter();

    /** Throws where it is not as Surefire writes it. */
    static void validate(String xml) throws SAXException, IOException {
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(JunitSchemaTest.class.getResource("surefire-report.xsd"))
                .newValidator()
                .validate(new StreamSource(new StringReader(xml)));
    }

    @Test
    void every_verdict_retries_scenarios_and_errors_are_what_surefire_writes() {
        assertThatCode(() -> validate(REPORTER.render(ShowcaseRun.record()))).doesNotThrowAnyException();
        assertThatCode(() -> validate(REPORTER.render(Fixtures.record("empty"))))
                .doesNotThrowAnyException();
    }

    @Test
    void negative_control_what_surefire_does_not_write_is_noticed() {
        String right = REPORTER.render(ShowcaseRun.record());
        assertThatThrownBy(() -> validate(right.replaceFirst("<testsuite ", "<testsuite timestamp=\"2026-11-22\" ")))
                .hasMessageContaining("timestamp");
        assertThatThrownBy(() -> validate(right.replaceFirst(" type=\"[^\"]*\"", "")))
                .hasMessageContaining("type");
    }
}
