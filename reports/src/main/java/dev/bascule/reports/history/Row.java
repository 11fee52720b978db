package dev.bascule.reports.history;

import dev.bascule.fallback.measure.Samples;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Reads the current row of a result by column name; NULL is an empty Optional. Instants are asked for with {@code
 * epoch_ns}.
 *
 * @param columns the result, standing on a row
 */
record Row(ResultSet columns) {

    String text(String column) throws SQLException {
        return columns.getString(column);
    }

    Optional<String> optionalText(String column) throws SQLException {
        return Optional.ofNullable(columns.getString(column));
    }

    long number(String column) throws SQLException {
        return columns.getLong(column);
    }

    int integer(String column) throws SQLException {
        return columns.getInt(column);
    }

    double real(String column) throws SQLException {
        return columns.getDouble(column);
    }

    boolean flag(String column) throws SQLException {
        return columns.getBoolean(column);
    }

    boolean has(String column) throws SQLException {
        return columns.getObject(column) != null;
    }

    Optional<Long> optionalNumber(String column) throws SQLException {
        return has(column) ? Optional.of(number(column)) : Optional.empty();
    }

    Optional<Boolean> optionalFlag(String column) throws SQLException {
        return has(column) ? Optional.of(flag(column)) : Optional.empty();
    }

    OptionalInt optionalInteger(String column) throws SQLException {
        return has(column) ? OptionalInt.of(integer(column)) : OptionalInt.empty();
    }

    OptionalDouble optionalReal(String column) throws SQLException {
        return has(column) ? OptionalDouble.of(real(column)) : OptionalDouble.empty();
    }

    Instant instant(String column) throws SQLException {
        long nanos = number(column);
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }

    Duration duration(String column) throws SQLException {
        return Duration.ofNanos(number(column));
    }

    Optional<Duration> optionalDuration(String column) throws SQLException {
        return has(column) ? Optional.of(duration(column)) : Optional.empty();
    }

    <E extends Enum<E>> E constant(Class<E> type, String column) throws SQLException {
        return Enum.valueOf(type, text(column));
    }

    List<String> texts(String column) throws SQLException {
        return Arrays.stream(elements(column)).map(String::valueOf).toList();
    }

    Samples samples(String column) throws SQLException {
        return Samples.ofMillis(
                reals(column).stream().mapToDouble(Double::doubleValue).toArray());
    }

    List<Double> reals(String column) throws SQLException {
        return Arrays.stream(elements(column)).map(element -> (Double) element).toList();
    }

    private Object[] elements(String column) throws SQLException {
        Array array = columns.getArray(column);
        return (Object[]) array.getArray();
    }

    /** A map column with values of this type. */
    <V> Map<String, V> map(String column, Class<V> type) throws SQLException {
        Map<String, V> values = new LinkedHashMap<>();
        ((Map<?, ?>) columns.getObject(column))
                .forEach((key, value) -> values.put(String.valueOf(key), type.cast(value)));
        return values;
    }
}
