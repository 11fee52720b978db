package dev.bascule.suites.setting;

import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.text.Durations;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.workload.ByteSizes;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a setting's text means. The readers take the text and, for messages, where it came from. Immutable.
 *
 * @param wanted for messages: {@code must be …}
 * @param label for help: {@code --option=…}
 * @param words the words there are, where there are no others
 * @param divider what divides the items of a list
 * @param reader empty when the text is none of these; may itself throw a {@link BasculeException} that says more
 * @param writer the text of a value
 * @param complaints more about a text that is none, where there is more to say
 */
public record SettingType<T>(
        String wanted,
        String label,
        List<String> words,
        String divider,
        BiFunction<String, String, Optional<T>> reader,
        Function<T, String> writer,
        Function<String, Optional<String>> complaints) {
    public static final SettingType<String> TEXT =
            simple("a text", "TEXT", text -> text.isBlank() ? Optional.empty() : Optional.of(text));
    public static final SettingType<Integer> COUNT = simple("a whole number from 1", "N", SettingType::count);
    public static final SettingType<Long> INTEGER = simple("a whole number", "N", SettingType::integer);
    public static final SettingType<Integer> NUMBER = simple(
            "a whole number from 0",
            "N",
            text -> integer(text)
                    .filter(value -> value >= 0 && value <= Integer.MAX_VALUE)
                    .map(Long::intValue));
    public static final SettingType<Boolean> ON_OFF =
            simple("on or off", "on|off", SettingType::onOff).written(on -> on ? "on" : "off");
    public static final SettingType<Duration> DURATION = simple(
                    "a duration such as 500ms, 2s or 1m30s", "TIME", Durations::parse)
            .written(duration -> duration.toMillis() + "ms");
    public static final SettingType<Long> BYTES = simple("a size such as 512MiB or 2GB", "SIZE", text -> {
        OptionalLong bytes = ByteSizes.parse(text);
        return bytes.isPresent() ? Optional.of(bytes.getAsLong()) : Optional.empty();
    });
    public static final SettingType<Precision> PRECISION = oneOf(
                    Stream.of(Precision.values()).map(Precision::word).toList(), Precision::find)
            .written(Precision::word);

    /** Words divided by commas. */
    public static final SettingType<List<String>> NAMES = simple("names, divided by commas", "LIST", text -> {
        List<String> names =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        return names.contains("") ? Optional.empty() : Optional.of(names);
    });

    /** Command-line flags divided by blanks; empty text is none. */
    public static final SettingType<List<String>> FLAGS = simple(
                    "flags such as --foo --bar=1, divided by blanks", "FLAG", text -> {
                        List<String> flags = Arrays.stream(text.strip().split("\\s+", -1))
                                .filter(flag -> !flag.isEmpty())
                                .toList();
                        return flags.stream().allMatch(flag -> flag.startsWith("--"))
                                ? Optional.of(flags)
                                : Optional.<List<String>>empty();
                    })
            .dividedBy(" ");

    /** Whole numbers from 0, divided by commas. */
    public static final SettingType<List<Integer>> INDICES = simple(
                    "whole numbers from 0, divided by commas", "LIST", SettingType::indices)
            .written(list -> list.stream().map(String::valueOf).collect(Collectors.joining(",")));

    public static final SettingType<Double> FRACTION = simple("a number above 0", "NUMBER", text -> {
        try {
            double value = Double.parseDouble(text.strip());
            return value > 0 && Double.isFinite(value) ? Optional.of(value) : Optional.empty();
        } catch (NumberFormatException noNumber) {
            return Optional.empty();
        }
    });

    /** A share of a whole, above 0 and at most 1000 %. */
    public static final SettingType<Double> SHARE = simple(
            "a share such as 5% or 0.05",
            "SHARE", text -> {
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

    public static final SettingType<Selection.Shard> SHARD =
            simple("a part of a whole, such as 2/8 for the second of eight", "I/N", SettingType::shard);
    public static final SettingType<URI> HTTP_URL = simple("a URL such as http://grid:4444", "URL", SettingType::url);

    public SettingType {
        words = List.copyOf(words);
    }

    /** One whose text says all by itself. */
    public static <T> SettingType<T> simple(String wanted, String label, Function<String, Optional<T>> reader) {
        return of(wanted, label, (text, where) -> reader.apply(text));
    }

    /** One whose reader has more to say of where a text came from. */
    public static <T> SettingType<T> of(String wanted, String label, BiFunction<String, String, Optional<T>> reader) {
        return new SettingType<>(wanted, label, List.of(), ",", reader, String::valueOf, text -> Optional.empty());
    }

    /** One of these words. */
    public static SettingType<String> oneOf(String... words) {
        List<String> known = List.of(words);
        return oneOf(known, text -> known.contains(text) ? Optional.of(text) : Optional.empty());
    }

    /** One of the constants of an enum, in lower case. */
    public static <E extends Enum<E>> SettingType<E> oneOf(Class<E> type) {
        Function<E, String> word = constant -> constant.name().toLowerCase(Locale.ROOT);
        return oneOf(
                        Arrays.stream(type.getEnumConstants()).map(word).toList(),
                        text -> Arrays.stream(type.getEnumConstants())
                                .filter(constant -> constant.name().equalsIgnoreCase(text))
                                .findFirst())
                .written(word);
    }

    private static <T> SettingType<T> oneOf(List<String> words, Function<String, Optional<T>> reader) {
        return simple("one of " + String.join(", ", words), String.join("|", words), reader)
                .knowing(words);
    }

    /** With these words, of which a message names the nearest. */
    public SettingType<T> knowing(List<String> known) {
        return new SettingType<>(wanted, label, known, divider, reader, writer, complaints);
    }

    /** With another label in help. */
    public SettingType<T> labelled(String other) {
        return new SettingType<>(wanted, other, words, divider, reader, writer, complaints);
    }

    public SettingType<T> dividedBy(String other) {
        return new SettingType<>(wanted, label, words, other, reader, writer, complaints);
    }

    /** With more to say of a text that is none. */
    public SettingType<T> complaining(Function<String, String> more) {
        return new SettingType<>(wanted, label, words, divider, reader, writer, text -> Optional.of(more.apply(text)));
    }

    private SettingType<T> written(Function<T, String> other) {
        return new SettingType<>(wanted, label, words, divider, reader, other, complaints);
    }

    /** In messages, with words that stand for something else. */
    SettingType<T> or(List<String> elsewhere) {
        return elsewhere.isEmpty()
                ? this
                : new SettingType<>(
                        wanted + ", or " + String.join(", ", elsewhere),
                        label,
                        Stream.concat(words.stream(), elsewhere.stream()).toList(),
                        divider,
                        reader,
                        writer,
                        complaints);
    }

    /** The value of a text; empty where it is none. A NUL is in no word, and in no path. */
    public Optional<T> read(String text, String where) {
        return text.indexOf('\0') < 0 ? reader.apply(text, where) : Optional.empty();
    }

    /** {@code must be …, but is …}. */
    public String complaint(String text) {
        return "must be %s, but is '%s'%s"
                .formatted(
                        wanted, text, complaints.apply(text).map("; "::concat).orElseGet(() -> hint(text)));
    }

    private String hint(String text) {
        List<String> said = wanted.startsWith("any of ") ? parts(text, divider) : List.of(text);
        return said.stream()
                .filter(word -> !words.contains(word))
                .findFirst()
                .flatMap(word -> Nearest.to(word, words))
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }

    /** The items of a list; of an empty text and of {@code none}, none. */
    public static List<String> parts(String text, String divider) {
        return text.isBlank() || text.strip().equals("none")
                ? List.of()
                : Arrays.stream(text.split(divider, -1)).map(String::strip).toList();
    }

    private static Optional<List<Integer>> indices(String text) {
        List<Optional<Long>> numbers =
                parts(text, ",").stream().map(SettingType::integer).toList();
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
    }

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
}
