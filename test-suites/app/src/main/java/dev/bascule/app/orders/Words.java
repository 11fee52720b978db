package dev.bascule.app.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what orders are made of, and refuses the rest. What is refused is not repeated. Stateless. */
final class Words {
    /** Of anything in one order. */
    static final int MANY = 2000;

    /** Of a job's payload, in characters. */
    private static final int LONGEST = 1 << 20;

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private Words() {}

    /** @throws BasculeException where it is no such document, or has a field more or less */
    static <T> T read(String payload, Class<T> type) {
        if (payload.length() > LONGEST) {
            throw refused("more than %d characters".formatted(LONGEST));
        }
        try {
            T read = Json.MAPPER.readValue(payload, type);
            if (!isWhole(read)) {
                throw refused("a field less than a %s of this build".formatted(type.getSimpleName()));
            }
            return read;
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw refused("something that is no " + type.getSimpleName() + " of this build");
        }
    }

    /** Whether nothing in it is null, however deep. */
    private static boolean isWhole(@Nullable Object value) {
        if (value instanceof Record) {
            return Arrays.stream(value.getClass().getRecordComponents()).allMatch(part -> isWhole(of(value, part)));
        }
        if (value instanceof Optional<?> perhaps) {
            return perhaps.isEmpty() || isWhole(perhaps.get());
        }
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().allMatch(Words::isWhole);
        }
        return value instanceof Collection<?> all ? all.stream().allMatch(Words::isWhole) : value != null;
    }

    private static @Nullable Object of(Object value, RecordComponent part) {
        try {
            return part.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record that cannot be read", e);
        }
    }

    static String write(Object order) {
        try {
            return Json.MAPPER.writeValueAsString(order);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an order that is no JSON", e);
        }
    }

    static String hash(String sha256) {
        if (!HASH.matcher(sha256).matches()) {
            throw refused("no SHA-256");
        }
        return sha256;
    }

    static <E extends Enum<E>> E oneOf(Class<E> type, String word, String what) {
        return Arrays.stream(type.getEnumConstants())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> refused("no value of " + what));
    }

    static BasculeException error(Failure why) {
        return new BasculeException(why.code(), why.message(), why.remedies().toArray(String[]::new));
    }

    static BasculeException refused(String what) {
        return new BasculeException(
                ErrorCode.PROTOCOL_VIOLATION,
                "the order was refused: it has " + what,
                "let submitter and worker be of one version of Bascule");
    }
}
