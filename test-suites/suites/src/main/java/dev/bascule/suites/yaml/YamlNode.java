package dev.bascule.suites.yaml;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.text.Durations;
import dev.bascule.fallback.text.Nearest;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A value of a YAML document. Immutable. Its readers throw, naming the place, when it is not what they read. */
public sealed interface YamlNode {

    YamlLocation place();

    /** What it is, for messages. */
    String describe();

    /** A string, number, truth value or null, as written. */
    record Scalar(YamlLocation place, Kind kind, String raw) implements YamlNode {

        /** What YAML takes it for. */
        public enum Kind {
            STRING,
            INTEGER,
            DECIMAL,
            BOOLEAN,
            NULL
        }

        @Override
        public String describe() {
            return kind == Kind.NULL ? "empty" : "'" + raw + "'";
        }
    }

    /** A list. */
    record Sequence(YamlLocation place, List<YamlNode> items) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String describe() {
            return "a list";
        }
    }

    /** Keys and values, in order. */
    record Mapping(YamlLocation place, Map<String, YamlNode> entries) implements YamlNode {
        public Mapping {
            entries = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        public Optional<YamlNode> find(String key) {
            return Optional.ofNullable(entries.get(key));
        }

        public YamlNode require(String key) {
            return find(key).orElseThrow(() -> place.error("the key '%s' is missing".formatted(key)));
        }

        /** Refuses every key that is not known, naming the nearest that is. */
        public Mapping knowingOnly(Collection<String> known) {
            entries.forEach((key, value) -> {
                if (!known.contains(key)) {
                    throw value.place()
                            .error("unknown key '%s'%s%s"
                                    .formatted(
                                            key,
                                            place.path().isEmpty() ? "" : " in '" + place.path() + "'",
                                            Nearest.hint(key, known)));
                }
            });
            return this;
        }

        @Override
        public String describe() {
            return "a mapping";
        }
    }

    default BasculeException wrong(String wanted) {
        return place().error("'%s' must be %s, but is %s".formatted(place().path(), wanted, describe()));
    }

    /** The text of a scalar, whatever YAML takes it for; not of null. */
    default String text() {
        if (this instanceof Scalar scalar && scalar.kind() != Scalar.Kind.NULL) {
            return scalar.raw();
        }
        throw wrong("a text");
    }

    default long integer(long atLeast) {
        if (this instanceof Scalar scalar && scalar.kind() == Scalar.Kind.INTEGER) {
            try {
                long value = Long.parseLong(scalar.raw().replace("_", ""));
                if (value >= atLeast) {
                    return value;
                }
            } catch (NumberFormatException tooLargeOrOctal) {
                throw wrong("a whole number of at least " + atLeast);
            }
        }
        throw wrong("a whole number of at least " + atLeast);
    }

    default double number() {
        if (this instanceof Scalar scalar
                && (scalar.kind() == Scalar.Kind.INTEGER || scalar.kind() == Scalar.Kind.DECIMAL)) {
            return Double.parseDouble(scalar.raw().replace("_", ""));
        }
        throw wrong("a number");
    }

    /** {@code true} and {@code on}, {@code false} and {@code off}. */
    default boolean onOff() {
        if (this instanceof Scalar scalar) {
            String word = scalar.raw();
            if (word.equals("true") || word.equals("on")) {
                return true;
            }
            if (word.equals("false") || word.equals("off")) {
                return false;
            }
        }
        throw wrong("on or off");
    }

    default Duration duration() {
        return Durations.parse(text()).orElseThrow(() -> wrong("a duration such as 500ms, 2s or 1m30s"));
    }

    default List<YamlNode> items() {
        if (this instanceof Sequence sequence) {
            return sequence.items();
        }
        throw wrong("a list");
    }

    default Mapping mapping() {
        if (this instanceof Mapping mapping) {
            return mapping;
        }
        throw wrong("a mapping of keys to values");
    }

    /** The same value in JSON notation; a string is quoted. */
    default String json() {
        if (this instanceof Sequence sequence) {
            return sequence.items().stream()
                    .map(YamlNode::json)
                    .collect(java.util.stream.Collectors.joining(",", "[", "]"));
        }
        if (this instanceof Scalar scalar) {
            return switch (scalar.kind()) {
                case STRING -> '"' + scalar.raw().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
                case INTEGER, DECIMAL, BOOLEAN -> scalar.raw();
                case NULL -> throw wrong("a value");
            };
        }
        throw wrong("a number, a truth value, a string, or lists of them");
    }
}
