package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.text.HostileText;
import java.io.StringReader;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Whatever a text is, a reader of XML finds that text, but for what XML 1.0 has no place for. */
@Tag("attack")
class JunitXmlPropertyTest {
    private static final int MIXTURES = 1000;

    @Test
    void every_attribute_and_text_is_read_back_and_nothing_else_is_there() throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        DocumentBuilder reader = factory.newDocumentBuilder();
        List<String> texts = HostileText.some(MIXTURES).toList();
        for (String text : texts) {
            JunitXml xml = new JunitXml();
            xml.start("testsuite");
            xml.attribute("name", text);
            xml.failure("type", text, text);
            xml.end();
            Document document = reader.parse(new InputSource(new StringReader(xml.finished())));
            Element suite = document.getDocumentElement();
            Element failure = (Element) suite.getFirstChild();
            assertThat(suite.getChildNodes().getLength()).isEqualTo(1);
            assertThat(suite.getAttributes().getLength()).isEqualTo(1);
            assertThat(suite.getAttribute("name")).isEqualTo(inAttribute(text));
            assertThat(failure.getAttribute("message")).isEqualTo(inAttribute(text));
            assertThat(failure.getTextContent()).isEqualTo(lines(text));
        }
        assertThat(texts).hasSizeGreaterThan(MIXTURES);
    }

    /** A reader makes every white space of an attribute a space (XML 1.0, 3.3.3). */
    private static String inAttribute(String text) {
        return lines(text).replace('\n', ' ').replace('\t', ' ');
    }

    /** And of every end of line a line feed (2.11). */
    private static String lines(String text) {
        return representable(text).replace("\r\n", "\n").replace('\r', '\n');
    }

    /** By code points, as the specification lists them (2.2). */
    private static String representable(String text) {
        return text.codePoints()
                .map(point -> point == '\t'
                                || point == '\n'
                                || point == '\r'
                                || point >= 0x20 && point < 0xd800
                                || point >= 0xe000 && point <= 0xfffd
                                || point >= 0x10000
                        ? point
                        : '?')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
