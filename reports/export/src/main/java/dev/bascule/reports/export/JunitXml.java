package dev.bascule.reports.export;

import java.io.StringWriter;
import java.time.Duration;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The elements of JUnit XML, written to a string one after another. Not thread-safe. */
final class JunitXml {
    private final StringWriter written = new StringWriter();
    private final XMLStreamWriter xml;

    /** One with the head of a document. */
    JunitXml() {
        try {
            xml = XMLOutputFactory.newFactory().createXMLStreamWriter(written);
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
        write(() -> xml.writeStartDocument("UTF-8", "1.0"));
        line();
    }

    /** Ends the document. */
    String finished() {
        write(xml::writeEndDocument);
        line();
        write(xml::close);
        return written.toString();
    }

    void start(String element) {
        write(() -> xml.writeStartElement(element));
    }

    void empty(String element) {
        write(() -> xml.writeEmptyElement(element));
    }

    void end() {
        write(xml::writeEndElement);
    }

    void line() {
        write(() -> xml.writeCharacters("\n"));
    }

    void text(String text) {
        write(() -> xml.writeCharacters(clean(text)));
    }

    void attribute(String name, String value) {
        write(() -> xml.writeAttribute(name, clean(value)));
    }

    /** In seconds, as JUnit XML has all times. */
    void attribute(String name, Duration value) {
        attribute(name, String.format(Locale.ROOT, "%.3f", value.toNanos() / 1e9));
    }

    void property(String name, String value) {
        empty("property");
        attribute("name", name);
        attribute("value", value);
    }

    /** Begins one; what became of it comes inside. */
    void testCase(String name, String className, Duration elapsed) {
        start("testcase");
        attribute("name", name);
        attribute("classname", className);
        attribute("time", elapsed);
    }

    void failure(String type, String message, String details) {
        start("failure");
        attribute("message", message);
        attribute("type", type);
        text(details);
        end();
    }

    /** XML 1.0 has no place for most control characters, not even escaped. */
    private static String clean(String text) {
        return text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
    }

    private static void write(Step step) {
        try {
            step.run();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    private static IllegalStateException impossible(XMLStreamException e) {
        return new IllegalStateException("XML to a string cannot fail", e);
    }

    @FunctionalInterface
    private interface Step {
        void run() throws XMLStreamException;
    }
}
