package dev.bascule.bridge.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads Apple's property lists in their XML form, as {@code plutil -convert xml1} writes them. Stateless. */
final class PropertyList {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PropertyList() {}

    /** The list's root as JSON; nothing where the text is no property list. */
    static Optional<JsonNode> parse(String xml) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            // The document type names a file at apple.com: nothing is to be fetched for it.
            factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
            factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
            factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
            factory.setExpandEntityReferences(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            // Without this the parser writes its complaint to stderr itself.
            builder.setErrorHandler(new org.xml.sax.helpers.DefaultHandler());
            Element root = builder.parse(new InputSource(new StringReader(xml))).getDocumentElement();
            List<Element> values = children(root);
            return root.getTagName().equals("plist") && values.size() == 1
                    ? Optional.of(value(values.get(0)))
                    : Optional.empty();
        } catch (ParserConfigurationException | SAXException | IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static JsonNode value(Element element) {
        String text = element.getTextContent().strip();
        return switch (element.getTagName()) {
            case "dict" -> dictionary(element);
            case "array" -> {
                ArrayNode array = NODES.arrayNode();
                children(element).forEach(child -> array.add(value(child)));
                yield array;
            }
            case "true" -> NODES.booleanNode(true);
            case "false" -> NODES.booleanNode(false);
            case "integer" -> NODES.numberNode(Long.parseLong(text));
            case "real" -> NODES.numberNode(Double.parseDouble(text));
            // A string; dates and data are shown as they are written.
            default -> NODES.textNode(text);
        };
    }

    private static ObjectNode dictionary(Element element) {
        ObjectNode object = NODES.objectNode();
        List<Element> children = children(element);
        for (int i = 0; i + 1 < children.size(); i += 2) {
            object.set(children.get(i).getTextContent().strip(), value(children.get(i + 1)));
        }
        return object;
    }

    private static List<Element> children(Element parent) {
        List<Element> elements = new ArrayList<>();
        NodeList nodes = parent.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }
}
