package dev.bascule.bridge.dashboard.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.bascule.fallback.json.Json;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads what a request says. What makes no sense is told as a problem that names the parameter. Stateless. */
public final class Parameters {
    private Parameters() {}

    /** A parameter that is not blank, and given once: of two, one would be ignored in silence. */
    public static Optional<String> text(Context context, String name) {
        if (context.queryParams(name).size() > 1) {
            throw wrong("the parameter '%s' is given several times".formatted(name));
        }
        return Optional.ofNullable(context.queryParam(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    public static String required(Context context, String name) {
        return text(context, name).orElseThrow(() -> wrong("the parameter '%s' is missing".formatted(name)));
    }

    /** All values of a parameter that may be given several times, or with commas. */
    public static List<String> texts(Context context, String name) {
        return context.queryParams(name).stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .distinct()
                .toList();
    }

    /** The constants of an enum that a parameter names, in any case. */
    public static <E extends Enum<E>> List<E> constants(Context context, String name, Class<E> type) {
        return texts(context, name).stream()
                .map(word -> Arrays.stream(type.getEnumConstants())
                        .filter(constant -> constant.name().equalsIgnoreCase(word.replace('-', '_')))
                        .findFirst()
                        .orElseThrow(() -> wrong("'%s' is none of the values of '%s': %s"
                                .formatted(word, name, Arrays.toString(type.getEnumConstants())))))
                .toList();
    }

    /** A whole number within bounds, or the usual one. */
    public static int number(Context context, String name, int usual, int least, int most) {
        return text(context, name)
                .map(text -> parsed(name, text, Integer::parseInt))
                .map(number -> {
                    if (number < least || number > most) {
                        throw wrong("'%s' must be from %d to %d, but is %d".formatted(name, least, most, number));
                    }
                    return number;
                })
                .orElse(usual);
    }

    public static Optional<Instant> instant(Context context, String name) {
        return text(context, name).map(text -> parsed(name, text, Instant::parse));
    }

    private static <T> T parsed(String name, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException | DateTimeParseException e) {
            throw wrong("'%s' cannot be '%s'".formatted(name, text));
        }
    }

    /** Parameters that a route does not have are mistyped ones, and would be ignored in silence. */
    public static void knowOnly(Context context, String... known) {
        Set<String> strangers = new TreeSet<>(context.queryParamMap().keySet());
        strangers.removeAll(List.of(known));
        if (!strangers.isEmpty()) {
            throw wrong("there is no parameter %s here; there are %s".formatted(strangers, List.of(known)));
        }
    }

    /** The body, which must be JSON of this type and nothing else. */
    public static <T> T body(Context context, Class<T> type) {
        String media = Optional.ofNullable(context.contentType()).orElse("").toLowerCase(Locale.ROOT);
        if (!media.split(";", 2)[0].strip().equals("application/json")) {
            throw Problem.thrown(ProblemType.UNSUPPORTED_MEDIA_TYPE, "the content type is '%s'".formatted(media));
        }
        try {
            T value = Json.MAPPER.readValue(context.bodyAsBytes(), type);
            if (value == null) {
                throw wrong("the body is null");
            }
            return value;
        } catch (JsonMappingException e) {
            throw wrong("the body is not as it should be: " + e.getOriginalMessage());
        } catch (JsonProcessingException e) {
            throw wrong("the body is no JSON: " + e.getOriginalMessage());
        } catch (java.io.IOException e) {
            throw wrong("the body cannot be read");
        }
    }

    private static Problem.Thrown wrong(String detail) {
        return Problem.thrown(ProblemType.BAD_REQUEST, detail);
    }
}
