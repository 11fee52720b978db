package dev.bascule.nativerunner.devices;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** A reader of the XML that tools write; nothing that it refers to is fetched. Stateless. */
final class ToolXml {
    private ToolXml() {}

    /** The outermost element; empty where the text is no XML. */
    static Optional<Element> root(String text) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            // nvidia-smi names a DTD that nobody has.
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
            factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            factory.setExpandEntityReferences(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return Optional.of(
                    builder.parse(new InputSource(new StringReader(text))).getDocumentElement());
        } catch (ParserConfigurationException | SAXException | IOException e) {
            return Optional.empty();
        }
    }

    static List<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    /** The text at the end of a way of names; empty where there is no such way. */
    static Optional<String> text(Element from, String... way) {
        Optional<Element> at = Optional.of(from);
        for (String name : way) {
            at = at.flatMap(element -> children(element, name).stream().findFirst());
        }
        return at.map(element -> element.getTextContent().strip());
    }
}
