package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * A user's SQL: a {@link ReadOnlyStatement}, in a transaction that the database itself keeps from writing. Files are kept from it by
 * {@link AllowedPaths}.
 *
 * @param handle the open history
 * @param limit when it is stopped
 */
record ReadOnlyQuery(Handle handle, Duration limit) {
    /** An answer is held in memory. */
    static final int MOST_VALUES = 5_000_000;

    private static final int MOST_CHARACTERS = 100_000_000;

    QueryResult answer(String sql) {
        Connection connection = handle.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN TRANSACTION READ ONLY");
            try {
                new ReadOnlyStatement(connection, seconds()).require(sql);
                statement.setQueryTimeout(seconds());
                try (ResultSet rows = statement.executeQuery(sql)) {
                    return read(rows);
                }
            } finally {
                rollback(connection);
            }
        } catch (SQLException e) {
            throw refused(e, DuckDbFile.said(String.valueOf(e.getMessage())));
        }
    }

    private BasculeException refused(SQLException error, String words) {
        if (words.startsWith("INTERRUPT")) {
            return BasculeException.because(
                    error, ErrorCode.QUERY_TIMED_OUT, "the query was stopped after %d s".formatted(seconds()));
        }
        return BasculeException.because(
                error, ErrorCode.USAGE_ERROR, "the query was refused: " + words, ReadOnlyStatement.ASK);
    }

    private int seconds() {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, limit.toSeconds()));
    }

    private static void rollback(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ROLLBACK");
        }
    }

    private static QueryResult read(ResultSet rows) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            columns.add(meta.getColumnLabel(i));
        }
        List<List<Optional<Object>>> values = new ArrayList<>();
        long characters = 0;
        while (rows.next()) {
            if ((long) values.size() * columns.size() >= MOST_VALUES) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "the query was stopped: its answer has more than %d values".formatted(MOST_VALUES),
                        "sum up, or ask for a part with LIMIT");
            }
            List<Optional<Object>> row = new ArrayList<>();
            for (int i = 1; i <= columns.size(); i++) {
                Object value = plain(rows.getObject(i));
                characters += value == null ? 0 : value.toString().length();
                row.add(Optional.ofNullable(value));
            }
            if (characters > MOST_CHARACTERS) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "the query was stopped: its answer has more than %d characters".formatted(MOST_CHARACTERS),
                        "sum up, or ask for a part with LIMIT");
            }
            values.add(row);
        }
        return new QueryResult(columns, values);
    }

    private static @Nullable Object plain(@Nullable Object value) throws SQLException {
        if (value == null || value instanceof Boolean || value instanceof Number || value instanceof String) {
            return value;
        }
        if (value instanceof Array array) {
            return list((Object[]) array.getArray());
        }
        if (value instanceof Struct struct) {
            return list(struct.getAttributes());
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> plain = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                Object inner = plain(entry.getValue());
                plain.put(String.valueOf(entry.getKey()), inner == null ? Optional.empty() : inner);
            }
            return plain;
        }
        return value instanceof Timestamp timestamp
                ? timestamp.toLocalDateTime().toString()
                : value.toString();
    }

    private static List<Object> list(Object[] elements) throws SQLException {
        List<Object> plain = new ArrayList<>();
        for (Object element : Arrays.asList(elements)) {
            Object value = plain(element);
            plain.add(value == null ? Optional.empty() : value);
        }
        return plain;
    }
}
