package dev.bascule.app.config;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Selection;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.text.Durations;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.EngineChoice;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.Words;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What a setting's text means. The readers take the text and, for messages, where it came from.
 *
 * @param wanted for messages: {@code must be …}
 * @param reader empty when the text is none of these; may itself throw a {@link BasculeException} that says more
 * @param complaint more about a text that is none, where there is more to say
 */
record ValueType<T>(
        String wanted, BiFunction<String, String, Optional<T>> reader, Function<String, Optional<String>> complaint) {
    static final ValueType<String> TEXT =
            simple("a text", text -> text.isBlank() ? Optional.empty() : Optional.of(text));
    static final ValueType<Integer> COUNT = simple("a whole number from 1", ValueType::count);
    static final ValueType<Long> INTEGER = simple("a whole number", ValueType::integer);
    static final ValueType<Boolean> ON_OFF = simple("on or off", ValueType::onOff);
    static final ValueType<Duration> DURATION = simple("a duration such as 500ms, 2s or 1m30s", Durations::parse);

    ValueType(String wanted, BiFunction<String, String, Optional<T>> reader) {
        this(wanted, reader, text -> Optional.empty());
    }

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

    /** Failures that move on, divided by commas. */
    static final ValueType<FallbackPolicy> FAILURES = new ValueType<>(
            "any, none, or failures divided by commas",
            (text, where) -> Words.fallBackOn(text),
            text -> Optional.of(Words.unknownFailure(text)));

    static final ValueType<Comparisons> COMPARISONS =
            new ValueType<>("on, off, or pairs such as webgpu/wasm, divided by commas", Words::comparisons);

    /** Empty text and {@code none} are no scenarios. */
    static final ValueType<List<ScenarioKind>> SCENARIOS =
            simple("any of " + String.join(", ", ScenarioKind.ids()), text -> {
                List<Optional<ScenarioKind>> kinds =
                        parts(text, ",").stream().map(ScenarioKind::find).toList();
                return kinds.contains(Optional.<ScenarioKind>empty())
                        ? Optional.empty()
                        : Optional.of(kinds.stream().flatMap(Optional::stream).toList());
            });

    /** Words divided by commas. */
    static final ValueType<List<String>> NAMES = simple("names, divided by commas", text -> {
        List<String> names =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        return names.contains("") ? Optional.empty() : Optional.of(names);
    });

    /** Command-line flags divided by blanks; empty text is none. */
    static final ValueType<List<String>> FLAGS = simple("flags such as --foo --bar=1, divided by blanks", text -> {
        List<String> flags = Arrays.stream(text.strip().split("\\s+", -1))
                .filter(flag -> !flag.isEmpty())
                .toList();
        return flags.stream().allMatch(flag -> flag.startsWith("--")) ? Optional.of(flags) : Optional.empty();
    });

    static final ValueType<Long> BYTES = simple("a size such as 512MiB or 2GB", text -> {
        OptionalLong bytes = ByteSizes.parse(text);
        return bytes.isPresent() ? Optional.of(bytes.getAsLong()) : Optional.empty();
    });

    static final ValueType<Precision> PRECISION =
            simple("one of fp32, tf32, fp16, bf16, int8, int4", EngineChoice::precision);

    /** Whole numbers from 0, divided by commas. */
    static final ValueType<List<Integer>> INDICES = simple("whole numbers from 0, divided by commas", text -> {
        List<Optional<Long>> numbers =
                parts(text, ",").stream().map(ValueType::integer).toList();
        boolean fine = !numbers.isEmpty()
                && numbers.stream()
                        .allMatch(number -> number.filter(value -> value >= 0 && value < 1_000)
                                .isPresent());
        return fine
                ? Optional.of(numbers.stream()
                        .flatMap(Optional::stream)
                        .map(Long::intValue)
                        .toList())
                : Optional.empty();
    });

    static final ValueType<Double> FRACTION = simple("a number above 0", text -> {
        try {
            double value = Double.parseDouble(text.strip());
            return value > 0 && Double.isFinite(value) ? Optional.of(value) : Optional.empty();
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    });

    /** A share of a whole, above 0 and at most 1000 %. */
    static final ValueType<Double> SHARE = simple(
            "a share such as 5% or 0.05",
            text -> {
                String number = text.strip();
                boolean percent = number.endsWith("%");
                try {
                    double value = Double.parseDouble(percent ? number.substring(0, number.length() - 1) : number)
                            / (percent ? 100 : 1);
                    return value > 0 && value <= 10 ? Optional.of(value) : Optional.empty();
                } catch (NumberFormatException noNumber) {
                    return Optional.empty();
                }
            });

    static final ValueType<Selection.Shard> SHARD =
            simple("a part of a whole, such as 2/8 for the second of eight", ValueType::shard);

    static final ValueType<Integer> NUMBER = simple(
            "a whole number from 0",
            text -> integer(text)
                    .filter(value -> value >= 0 && value <= Integer.MAX_VALUE)
                    .map(Long::intValue));
    static final ValueType<URI> HTTP_URL = simple("a URL such as http://grid:4444", ValueType::url);

    private static Optional<Selection.Shard> shard(String text) {
        String[] parts = text.strip().split("/", -1);
        if (parts.length != 2) {
            return Optional.empty();
        }
        return count(parts[1])
                .flatMap(of -> count(parts[0]).filter(part -> part <= of).map(part -> Selection.Shard.of(part, of)));
    }

    private static Optional<URI> url(String text) {
        try {
            URI url = URI.create(text.strip());
            return url.getHost() != null && String.valueOf(url.getScheme()).startsWith("http")
                    ? Optional.of(url)
                    : Optional.empty();
        } catch (IllegalArgumentException noUrl) {
            return Optional.empty();
        }
    }

    /** One of these words. */
    static ValueType<String> oneOf(String... words) {
        List<String> known = List.of(words);
        return simple(
                "one of " + String.join(", ", known),
                text -> known.contains(text) ? Optional.of(text) : Optional.empty());
    }

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
                .formatted(wanted, text, complaint.apply(text).map("; "::concat).orElseGet(() -> hint(text)));
    }

    private String hint(String text) {
        if (!wanted.startsWith("one of ") && !wanted.startsWith("any of ")) {
            return "";
        }
        List<String> known = Arrays.asList(wanted.substring("one of ".length()).split(", "));
        List<String> words = wanted.startsWith("any of ") ? parts(text, ",") : List.of(text);
        return words.stream()
                .filter(word -> !known.contains(word))
                .findFirst()
                .flatMap(word -> Nearest.to(word, known))
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }
}
