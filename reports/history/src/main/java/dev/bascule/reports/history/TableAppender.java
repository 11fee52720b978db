package dev.bascule.reports.history;

import dev.bascule.fallback.measure.Samples;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Fills one table, column by column in its order; an empty Optional is NULL. Belongs to one thread and transaction. */
final class TableAppender implements AutoCloseable {
    private final DuckDBAppender appender;

    TableAppender(DuckDBConnection connection, String table) throws SQLException {
        this.appender = connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table);
    }

    TableAppender row() throws SQLException {
        appender.beginRow();
        return this;
    }

    void end() throws SQLException {
        appender.endRow();
    }

    TableAppender add(String value) throws SQLException {
        appender.append(value);
        return this;
    }

    TableAppender add(Enum<?> value) throws SQLException {
        return add(value.name());
    }

    TableAppender add(long value) throws SQLException {
        appender.append(value);
        return this;
    }

    TableAppender add(int value) throws SQLException {
        appender.append(value);
        return this;
    }

    TableAppender add(double value) throws SQLException {
        appender.append(value);
        return this;
    }

    TableAppender add(boolean value) throws SQLException {
        appender.append(value);
        return this;
    }

    TableAppender add(Instant value) throws SQLException {
        appender.appendEpochNanos(
                Math.addExact(Math.multiplyExact(value.getEpochSecond(), 1_000_000_000L), value.getNano()));
        return this;
    }

    TableAppender add(Duration value) throws SQLException {
        return add(value.toNanos());
    }

    TableAppender add(Samples value) throws SQLException {
        appender.append(value.millis());
        return this;
    }

    TableAppender reals(List<Double> value) throws SQLException {
        appender.append(value.stream().mapToDouble(Double::doubleValue).toArray());
        return this;
    }

    TableAppender add(List<String> value) throws SQLException {
        appender.append(value);
        return this;
    }

    TableAppender integers(List<Integer> value) throws SQLException {
        appender.append(value.stream().mapToInt(Integer::intValue).toArray());
        return this;
    }

    TableAppender wholes(Optional<List<Long>> value) throws SQLException {
        if (value.isEmpty()) {
            return none();
        }
        appender.append(value.get().stream().mapToLong(Long::longValue).toArray());
        return this;
    }

    TableAppender add(Map<String, ?> value) throws SQLException {
        appender.append(value);
        return this;
    }

    TableAppender text(Optional<String> value) throws SQLException {
        return value.isPresent() ? add(value.get()) : none();
    }

    TableAppender flag(Optional<Boolean> value) throws SQLException {
        return value.isPresent() ? add(value.get().booleanValue()) : none();
    }

    TableAppender duration(Optional<Duration> value) throws SQLException {
        return value.isPresent() ? add(value.get()) : none();
    }

    TableAppender whole(Optional<Long> value) throws SQLException {
        return value.isPresent() ? add(value.get().longValue()) : none();
    }

    TableAppender real(Optional<Double> value) throws SQLException {
        return value.isPresent() ? add(value.get().doubleValue()) : none();
    }

    TableAppender number(OptionalDouble value) throws SQLException {
        return value.isPresent() ? add(value.getAsDouble()) : none();
    }

    TableAppender number(OptionalInt value) throws SQLException {
        return value.isPresent() ? add(value.getAsInt()) : none();
    }

    TableAppender none() throws SQLException {
        appender.appendNull();
        return this;
    }

    @Override
    public void close() throws SQLException {
        appender.close();
    }
}
