package dev.bascule.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A real matrix, made as long and as wide as a history of years: the first cell many times. Stateless. */
final class WideMatrix {
    private WideMatrix() {}

    static JsonNode of(JsonNode matrix, int rows, int columns) {
        ObjectNode wide = matrix.deepCopy();
        ArrayNode allRows = wide.putArray("rows");
        ArrayNode allColumns = wide.putArray("columns");
        ArrayNode allCells = wide.putArray("cells");
        for (int row = 0; row < rows; row++) {
            allRows.add(((ObjectNode) matrix.at("/rows/0").deepCopy()).put("key", "row-" + row));
        }
        for (int column = 0; column < columns; column++) {
            allColumns.add(((ObjectNode) matrix.at("/columns/0").deepCopy()).put("id", "column-" + column));
        }
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                allCells.add(((ObjectNode) matrix.at("/cells/0").deepCopy())
                        .put("id", "cell-%d-%d".formatted(row, column))
                        .put("row", row)
                        .put("column", column));
            }
        }
        return wide;
    }
}
