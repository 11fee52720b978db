package dev.bascule.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.format.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table of things there are.
 *
 * @param title what they are
 * @param columns their heads
 * @param rows texts and numbers, as many as columns
 */
record Listing(String title, List<String> columns, List<List<Object>> rows) {

    Listing {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    String text() {
        TextTable table = new TextTable(
                columns.stream().map(name -> name.toUpperCase(Locale.ROOT)).toArray(String[]::new));
        rows.forEach(row -> table.row(row.stream().map(Listing::cell).toArray(String[]::new)));
        return table.toString();
    }

    /** As a list of objects, keyed by column. */
    List<Map<String, Object>> objects() {
        return rows.stream().map(this::object).toList();
    }

    String json() {
        try {
            return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(objects());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a listing that is no JSON", e);
        }
    }

    private Map<String, Object> object(List<Object> row) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            object.put(columns.get(i), row.get(i));
        }
        return object;
    }

    private static String cell(Object value) {
        if (value instanceof java.util.Optional<?> optional) {
            return optional.map(Object::toString).orElse("-");
        }
        return value instanceof Long number ? Figures.whole(number) : value.toString();
    }
}
