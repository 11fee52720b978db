package dev.bascule.cli.config;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.suites.suite.Words;
import dev.bascule.suites.text.Durations;
import dev.bascule.suites.text.Nearest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What a setting's text means. The readers take the text and, for messages, where it came from.
 *
 * @param wanted for messages: {@code must be …}
 * @param reader empty when the text is none of these; may itself throw a {@link BasculeException} that says more
 */
record ValueType<T>(String wanted, BiFunction<String, String, Optional<T>> reader) {
    static final ValueType<String> TEXT =
            simple("a text", text -> text.isBlank() ? Optional.empty() : Optional.of(text));
    static final ValueType<Integer> COUNT = simple("a whole number from 1", ValueType::count);
    static final ValueType<Long> INTEGER = simple("a whole number", ValueType::integer);
    static final ValueType<Boolean> ON_OFF = simple("on or off", ValueType::onOff);
    static final ValueType<Duration> DURATION = simple("a duration such as 500ms, 2s or 1m30s", Durations::parse);

    /** Empty text and {@code none} are no backends. */
    static final ValueType<List<Backend>> BACKENDS = new ValueType<>(
            "backends, divided by commas, or none",
            (text, where) -> Optional.of(parts(text, ",").stream()
                    .map(word -> Words.backend(word, where))
                    .toList()));

    /** Chains are divided by semicolons; empty text and {@code none} are no chains. */
    static final ValueType<List<Chain>> CHAINS = new ValueType<>(
            "chains such as webgpu→webnn→wasm, divided by semicolons, or none",
            (text, where) -> Optional.of(parts(text, ";").stream()
                    .map(word -> Words.chain(word, where))
                    .toList()));

    /** Words divided by commas. */
    static final ValueType<List<String>> NAMES = simple("names, divided by commas", text -> {
        List<String> names =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        return names.contains("") ? Optional.empty() : Optional.of(names);
    });

    private static <T> ValueType<T> simple(String wanted, Function<String, Optional<T>> reader) {
        return new ValueType<>(wanted, (text, where) -> reader.apply(text));
    }

    /** One of the constants of an enum, in lower case. */
    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        List<String> words = Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(java.util.Locale.ROOT))
                .toList();
        return simple(
                "one of " + String.join(", ", words),
                text -> Arrays.stream(type.getEnumConstants())
                        .filter(constant -> constant.name().equalsIgnoreCase(text))
                        .findFirst());
    }

    static List<String> parts(String text, String divider) {
        return text.isBlank() || text.strip().equals("none")
                ? List.of()
                : Arrays.stream(text.split(divider, -1)).map(String::strip).toList();
    }

    private static Optional<Integer> count(String text) {
        return integer(text)
                .filter(value -> value >= 1 && value <= Integer.MAX_VALUE)
                .map(Long::intValue);
    }

    private static Optional<Long> integer(String text) {
        try {
            return Optional.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    }

    private static Optional<Boolean> onOff(String text) {
        return switch (text.strip()) {
            case "on", "true" -> Optional.of(true);
            case "off", "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    /** {@code must be …, but is …}. */
    String complaint(String text) {
        return "must be %s, but is '%s'%s"
                .formatted(
                        wanted,
                        text,
                        wanted.startsWith("one of ")
                                ? Nearest.to(
                                                text,
                                                Arrays.asList(wanted.substring("one of ".length())
                                                        .split(", ")))
                                        .map(near -> "; did you mean '" + near + "'?")
                                        .orElse("")
                                : "");
    }
}
