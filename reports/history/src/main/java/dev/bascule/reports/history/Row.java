package dev.bascule.reports.history;

import dev.bascule.fallback.measure.Samples;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Reads the current row of a result by column name; NULL is an empty Optional. Instants are asked for with {@code
 * epoch_ns}.
 *
 * @param columns the result, standing on a row
 * @param places of columns by name, where they were looked up before: the driver compares names one by one
 */
record Row(ResultSet columns, Map<String, Integer> places) {

    Row(ResultSet columns) {
        this(columns, Map.of());
    }

    /** Makes something of the current row. */
    @FunctionalInterface
    interface Reader<T> {
        T read(Row row) throws SQLException;
    }

    /** For results of many rows: looks its columns up once. */
    static <T> RowMapper<T> each(Reader<T> reader) {
        return new RowMapper<>() {
            @Override
            public T map(ResultSet rows, StatementContext context) throws SQLException {
                return reader.read(new Row(rows));
            }

            @Override
            public RowMapper<T> specialize(ResultSet rows, StatementContext context) throws SQLException {
                ResultSetMetaData meta = rows.getMetaData();
                Map<String, Integer> places = new HashMap<>();
                for (int i = 1; i <= meta.getColumnCount(); i++) {
                    places.putIfAbsent(meta.getColumnLabel(i), i);
                }
                Row row = new Row(rows, places);
                return (same, each) -> reader.read(row);
            }
        };
    }

    private int place(String column) throws SQLException {
        Integer known = places.get(column);
        return known == null ? columns.findColumn(column) : known;
    }

    String text(String column) throws SQLException {
        return columns.getString(place(column));
    }

    Optional<String> optionalText(String column) throws SQLException {
        return Optional.ofNullable(columns.getString(place(column)));
    }

    long number(String column) throws SQLException {
        return columns.getLong(place(column));
    }

    int integer(String column) throws SQLException {
        return columns.getInt(place(column));
    }

    double real(String column) throws SQLException {
        return columns.getDouble(place(column));
    }

    boolean flag(String column) throws SQLException {
        return columns.getBoolean(place(column));
    }

    boolean has(String column) throws SQLException {
        return columns.getObject(place(column)) != null;
    }

    /**
     * Whether these columns are there.
     *
     * @throws IllegalArgumentException where some are, and others are NULL
     */
    boolean hasAll(String... together) throws SQLException {
        int there = 0;
        for (String column : together) {
            there += has(column) ? 1 : 0;
        }
        if (there > 0 && there < together.length) {
            throw new IllegalArgumentException("of %s some are NULL".formatted(String.join(", ", together)));
        }
        return there > 0;
    }

    /** @throws IllegalArgumentException where one of these lists, or an element of it, is NULL */
    void refuseHoles(String... lists) throws SQLException {
        for (String list : lists) {
            if (!has(list) || Arrays.stream(elements(list)).anyMatch(Objects::isNull)) {
                throw new IllegalArgumentException("NULL is in %s, or all of it".formatted(list));
            }
        }
    }

    Optional<Long> optionalNumber(String column) throws SQLException {
        long value = number(column);
        return columns.wasNull() ? Optional.empty() : Optional.of(value);
    }

    Optional<Boolean> optionalFlag(String column) throws SQLException {
        boolean value = flag(column);
        return columns.wasNull() ? Optional.empty() : Optional.of(value);
    }

    OptionalInt optionalInteger(String column) throws SQLException {
        int value = integer(column);
        return columns.wasNull() ? OptionalInt.empty() : OptionalInt.of(value);
    }

    OptionalDouble optionalReal(String column) throws SQLException {
        double value = real(column);
        return columns.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** What {@code epoch_ns} gives for this instant. */
    static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    Instant instant(String column) throws SQLException {
        long nanos = number(column);
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }

    Duration duration(String column) throws SQLException {
        return Duration.ofNanos(number(column));
    }

    Optional<Duration> optionalDuration(String column) throws SQLException {
        return optionalNumber(column).map(Duration::ofNanos);
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

    List<Long> numbers(String column) throws SQLException {
        return Arrays.stream(elements(column)).map(element -> (Long) element).toList();
    }

    List<Integer> integers(String column) throws SQLException {
        return Arrays.stream(elements(column)).map(element -> (Integer) element).toList();
    }

    private Object[] elements(String column) throws SQLException {
        Array array = columns.getArray(place(column));
        return (Object[]) array.getArray();
    }

    /** A map column with values of this type. */
    <V> Map<String, V> map(String column, Class<V> type) throws SQLException {
        Map<String, V> values = new LinkedHashMap<>();
        ((Map<?, ?>) columns.getObject(place(column)))
                .forEach((key, value) -> values.put(String.valueOf(key), type.cast(value)));
        return values;
    }
}
