package dev.bascule.bridge.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what Windows' {@code reg query KEY /s} prints.
 *
 * @param keys for each key, in the order printed, its values by name; the default value's name is empty here, because
 *     {@code reg} translates it ({@code (Default)}, {@code (Standard)})
 */
record RegistryText(Map<String, Map<String, JsonNode>> keys) {
    private static final Pattern VALUE =
            Pattern.compile("^ {4}(?<name>.+?) {4}(?<type>REG_[A-Z_]+)(?: {4}(?<data>.*))?$");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    static RegistryText parse(String output) {
        Map<String, Map<String, JsonNode>> keys = new LinkedHashMap<>();
        Map<String, JsonNode> current = new LinkedHashMap<>();
        for (String line : output.lines().toList()) {
            Matcher value = VALUE.matcher(line.stripTrailing());
            if (line.startsWith("HKEY_")) {
                current = keys.computeIfAbsent(line.strip(), key -> new LinkedHashMap<>());
            } else if (value.matches()) {
                String name = value.group("name").strip();
                boolean isDefault = name.startsWith("(") && name.endsWith(")");
                String data = Optional.ofNullable(value.group("data")).orElse("");
                current.put(isDefault ? "" : name, node(value.group("type"), data.strip()));
            }
        }
        return new RegistryText(keys);
    }

    private static JsonNode node(String type, String data) {
        if ((type.equals("REG_DWORD") || type.equals("REG_QWORD")) && data.startsWith("0x")) {
            try {
                return NODES.numberNode(Long.parseUnsignedLong(data.substring(2), 16));
            } catch (NumberFormatException e) {
                return NODES.textNode(data);
            }
        }
        return NODES.textNode(data);
    }

    /** The text of a value; nothing where the key or the value is not there. Names are compared without case. */
    Optional<String> text(String keyEnd, String name) {
        String end = keyEnd.toLowerCase(Locale.ROOT);
        return keys.entrySet().stream()
                .filter(entry -> entry.getKey().toLowerCase(Locale.ROOT).endsWith(end))
                .flatMap(entry -> Optional.ofNullable(entry.getValue().get(name)).stream())
                .map(JsonNode::asText)
                .filter(text -> !text.isBlank())
                .findFirst();
    }

    /** The key as policies: its values, and its sub-keys as objects, or as lists where all their values are numbered. */
    ObjectNode tree(String root) {
        ObjectNode tree = NODES.objectNode();
        String prefix = root.toLowerCase(Locale.ROOT);
        keys.forEach((key, values) -> {
            if (key.equalsIgnoreCase(root)) {
                values.forEach(tree::set);
            } else if (key.toLowerCase(Locale.ROOT).startsWith(prefix + "\\")) {
                place(tree, key.substring(root.length() + 1).split("\\\\", -1), values);
            }
        });
        return tree;
    }

    private static void place(ObjectNode tree, String[] path, Map<String, JsonNode> values) {
        ObjectNode parent = tree;
        for (int i = 0; i + 1 < path.length; i++) {
            parent = parent.get(path[i]) instanceof ObjectNode there ? there : parent.putObject(path[i]);
        }
        String last = path[path.length - 1];
        if (!values.isEmpty() && values.keySet().stream().allMatch(name -> name.matches("\\d+"))) {
            values.values().forEach(parent.putArray(last)::add);
        } else {
            values.forEach(parent.putObject(last)::set);
        }
    }
}
