package dev.bascule.prediction.recommend;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.prediction.recommend.Quantity.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What a quantity is to be at most. Immutable.
 *
 * @param most in the quantity's unit; above 0
 */
public record Limit(Quantity quantity, double most) {
    private static final String AT_MOST = "<=";

    public Limit {
        if (!(most > 0) || Double.isInfinite(most)) {
            throw new IllegalArgumentException("%s of at most %s".formatted(quantity.word(), most));
        }
    }

    /**
     * Reads {@code memory<=500MB,p95<=50ms}.
     *
     * @return one or more, of each quantity one
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR}, naming what can be limited
     */
    public static List<Limit> parse(String text) {
        List<Limit> limits = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Limit limit = one(part.strip(), text);
            if (limits.stream().anyMatch(other -> other.quantity() == limit.quantity())) {
                throw wrong(
                        "'%s' limits %s twice".formatted(text, limit.quantity().word()));
            }
            limits.add(limit);
        }
        return List.copyOf(limits);
    }

    private static Limit one(String part, String whole) {
        int at = part.indexOf(AT_MOST);
        if (at < 1) {
            throw wrong("'%s' is no limit; one reads QUANTITY<=VALUE, such as p95<=50ms, and quantities are %s"
                    .formatted(part.isEmpty() ? whole : part, String.join(", ", Quantity.words())));
        }
        String word = part.substring(0, at).strip();
        Quantity quantity = Quantity.of(word)
                .orElseThrow(() -> wrong(
                        "nothing is known as '%s'; there are %s".formatted(word, String.join(", ", Quantity.words()))));
        String value = part.substring(at + AT_MOST.length()).strip();
        OptionalDouble most = quantity.unit() == Unit.BYTES ? bytes(value) : millis(value);
        if (most.isEmpty() || most.getAsDouble() == 0) {
            throw wrong("'%s' is no limit of %s: give %s"
                    .formatted(
                            value,
                            quantity.word(),
                            quantity.unit() == Unit.BYTES
                                    ? "bytes with their unit, such as 500MB or 2GiB (B, kB, KiB, MB, MiB, GB, GiB)"
                                    : "a time such as 50ms, 1.5s or 2m"));
        }
        return new Limit(quantity, most.getAsDouble());
    }

    /** A number alone is refused: who types 500 hardly means as many bytes. */
    private static OptionalDouble bytes(String value) {
        if (!value.endsWith("B")) {
            return OptionalDouble.empty();
        }
        OptionalLong bytes = ByteSizes.parse(value);
        return bytes.isPresent() ? OptionalDouble.of((double) bytes.getAsLong()) : OptionalDouble.empty();
    }

    private static OptionalDouble millis(String value) {
        return Durations.parse(value).stream()
                .mapToDouble(time -> time.toNanos() / 1e6)
                .findFirst();
    }

    private static BasculeException wrong(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, "--within: " + message, "bascule recommend --help");
    }

    /** The quantities that are limited, in the order of {@link Quantity}. */
    public static List<Quantity> quantities(List<Limit> limits) {
        return Arrays.stream(Quantity.values())
                .filter(quantity -> limits.stream().anyMatch(limit -> limit.quantity() == quantity))
                .toList();
    }

    /** These, and the median that candidates are put in order by. */
    public static List<Quantity> wanted(List<Limit> limits) {
        return Stream.concat(Stream.of(Quantity.MEDIAN), quantities(limits).stream())
                .distinct()
                .sorted()
                .toList();
    }
}
