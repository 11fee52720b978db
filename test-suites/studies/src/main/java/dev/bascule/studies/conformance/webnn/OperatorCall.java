package dev.bascule.studies.conformance.webnn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * One call on the graph builder.
 *
 * @param name of the operator
 * @param arguments in the order of the method's parameters, without the options
 * @param options by name
 * @param outputs names of what it makes
 */
record OperatorCall(String name, Map<String, JsonNode> arguments, Map<String, JsonNode> options, List<String> outputs) {

    static OperatorCall read(String where, JsonNode node) {
        String name = node.path("name").asText();
        if (name.isEmpty()) {
            throw new BadCase(where + ".name", "it is missing", "an operator of MLGraphBuilder, such as conv2d");
        }
        if (!node.path("arguments").isArray()) {
            throw new BadCase(
                    where + ".arguments", "it is no list", "a list of {name: value}, in the order of the parameters");
        }
        Map<String, JsonNode> arguments = new LinkedHashMap<>();
        Map<String, JsonNode> options = new LinkedHashMap<>();
        node.get("arguments")
                .forEach(argument -> argument.properties().forEach(entry -> {
                    if (entry.getKey().equals("options")) {
                        entry.getValue()
                                .properties()
                                .forEach(option -> options.put(option.getKey(), option.getValue()));
                    } else {
                        arguments.put(entry.getKey(), entry.getValue());
                    }
                }));
        JsonNode outputs = node.path("outputs");
        List<String> names = outputs.isArray()
                ? StreamSupport.stream(outputs.spliterator(), false)
                        .map(JsonNode::asText)
                        .toList()
                : outputs.isTextual() ? List.of(outputs.asText()) : List.of();
        if (names.isEmpty()) {
            throw new BadCase(where + ".outputs", "it is missing", "the name of the output, or a list of names");
        }
        return new OperatorCall(name, arguments, options, names);
    }

    /** Every string that may name an operand, in the order in which it is met. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        arguments.values().forEach(value -> words(value, words));
        options.values().forEach(value -> words(value, words));
        return words;
    }

    private static void words(JsonNode value, List<String> into) {
        if (value.isTextual()) {
            into.add(value.asText());
        } else if (value.isArray()) {
            value.forEach(element -> words(element, into));
        }
    }

    /** The argument at a place, from 0; a missing node where there is none. */
    JsonNode argument(int place) {
        return arguments.values().stream().skip(place).findFirst().orElse(MissingNode.getInstance());
    }

    JsonNode option(String name) {
        return options.getOrDefault(name, MissingNode.getInstance());
    }

    Optional<String> word(String option) {
        return Optional.of(option(option)).filter(JsonNode::isTextual).map(JsonNode::asText);
    }
}
