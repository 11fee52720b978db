package dev.bascule.reports.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A check that SQL is one statement that reads and does nothing else. The database itself says so: its parser how many
 * statements there are and of what kind, its plan what they would call, whatever views and macros are between. A reader of our
 * own would sooner or later see another end of a string than the database does.
 *
 * @param connection within a transaction
 * @param seconds that each answer may take
 */
record ReadOnlyStatement(Connection connection, int seconds) {
    static final String ASK = "bascule query 'SHOW TABLES' and 'DESCRIBE hardware_results' tell what there is to ask";

    private static final String REFUSED = "the query was refused: ";

    private static final String SPACE = "(?:\\s|--[^\\n\\r]*+[\\n\\r])*+";

    private static final String OPTION = "\\s*(?:ANALYZE|FORMAT\\s+[a-z]++)\\s*";

    /** What its parser does not tell of. */
    private static final Pattern EXPLAIN = Pattern.compile(
            SPACE + "EXPLAIN\\s+(?:ANALYZE\\s+)?+(?:\\(" + OPTION + "(?:," + OPTION + ")*+\\)\\s*)?+(?<rest>.*)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** The others set something, or do. */
    private static final Pattern PRAGMA = Pattern.compile(
            SPACE
                    + "PRAGMA\\s+(?:(?:table_info|storage_info|show)\\s*\\(\\s*'[\\w.]*+'\\s*\\)"
                    + "|show_tables|show_tables_expanded|show_databases|database_list|database_size|version|platform"
                    + "|user_agent|functions|collations)\\s*;?\\s*",
            Pattern.CASE_INSENSITIVE);

    /** Its columns are looked up by statements of its own, unless they are named. */
    private static final Pattern OPEN_PIVOT = Pattern.compile("\\bPIVOT\\b", Pattern.CASE_INSENSITIVE);

    /** Functions that give rows and do nothing, beside those whose names begin with {@code duckdb_} and {@code pragma_}. */
    static final Set<String> READING = Set.of(
            "generate_series",
            "histogram",
            "histogram_values",
            "icu_calendar_names",
            "json_each",
            "json_tree",
            "pg_timezone_names",
            "range",
            "repeat",
            "repeat_row",
            "seq_scan",
            "summary",
            "test_all_types",
            "test_vector_types",
            "unnest");

    /** @throws BasculeException USAGE_ERROR, saying what is wrong with it */
    void require(String sql) throws SQLException {
        if (PRAGMA.matcher(sql).matches()) {
            return;
        }
        Matcher explained = EXPLAIN.matcher(sql);
        String asked = explained.matches() ? explained.group("rest") : sql;
        requireOne(asked);
        // Whatever does not fit is told of the words that were asked.
        connection.prepareStatement(asked).close();
        requireReading(planOf(asked));
    }

    private void requireOne(String sql) throws SQLException {
        // By its full name, for the history may have a macro of that name.
        JsonNode parsed = json("SELECT system.main.json_serialize_sql(?::VARCHAR)", sql);
        if (parsed.path("error").asBoolean()) {
            throw refused(why(sql, parsed));
        }
        if (parsed.path("statements").isEmpty()) {
            throw refused("it is empty");
        }
        if (parsed.path("statements").size() != 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, REFUSED + "it holds more than one statement", "ask one at a time");
        }
    }

    private static String why(String sql, JsonNode error) {
        if (!error.path("error_type").asText().equals("not implemented")) {
            return error.path("error_message").asText();
        }
        if (OPEN_PIVOT.matcher(sql).find()) {
            return "a PIVOT has to name its columns here: ON hardware IN ('cpu', 'wasm')";
        }
        return sql.indexOf(';') < 0
                ? "it is no question, such as SELECT"
                : "it is no question, such as SELECT, or more than one statement: ask one at a time";
    }

    private JsonNode planOf(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("EXPLAIN (FORMAT json) " + sql)) {
            statement.setQueryTimeout(seconds);
            try (ResultSet plan = statement.executeQuery()) {
                return plan.next() ? tree(plan.getString("explain_value")) : tree("[]");
            }
        }
    }

    private static void requireReading(JsonNode plan) {
        for (JsonNode told : plan.findValues("Function")) {
            String function = told.asText().toLowerCase(Locale.ROOT);
            if (!isReading(function)) {
                throw refused("it calls %s, which does more than to read the history".formatted(function));
            }
        }
    }

    static boolean isReading(String function) {
        return function.startsWith("duckdb_") || function.startsWith("pragma_") || READING.contains(function);
    }

    private JsonNode json(String question, String parameter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(question)) {
            statement.setString(1, parameter);
            statement.setQueryTimeout(seconds);
            try (ResultSet answer = statement.executeQuery()) {
                return answer.next() ? tree(answer.getString(1)) : tree("{}");
            }
        }
    }

    private static JsonNode tree(String json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw BasculeException.because(
                    e, ErrorCode.USAGE_ERROR, REFUSED + "the database does not tell what it would do", ASK);
        }
    }

    private static BasculeException refused(String why) {
        return new BasculeException(ErrorCode.USAGE_ERROR, REFUSED + why, ASK);
    }
}
