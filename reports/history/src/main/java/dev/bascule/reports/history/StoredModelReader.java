package dev.bascule.reports.history;

import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.tensor.DType;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** A reader of models with their operators, all that are wanted at once. Belongs to one thread. */
final class StoredModelReader {
    private final Map<String, ModelInfo> models = new HashMap<>();

    /** Reads the models of these case runs. */
    StoredModelReader(Handle handle, RowNumbers caseRuns) {
        String wanted = "IN (SELECT model_key FROM case_runs WHERE " + caseRuns.in("id") + ")";
        Map<String, List<OperatorSignature>> signatures = new HashMap<>();
        handle.createQuery("SELECT * FROM model_operators WHERE model_key " + wanted + " ORDER BY model_key, position")
                .map((rows, context) -> Map.entry(rows.getString("model_key"), signature(new Row(rows))))
                .forEach(found -> signatures
                        .computeIfAbsent(found.getKey(), key -> new ArrayList<>())
                        .add(found.getValue()));
        handle.createQuery("SELECT * FROM models WHERE key " + wanted)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    String key = row.text("key");
                    return Map.entry(key, model(row, signatures.getOrDefault(key, List.of())));
                })
                .forEach(found -> models.put(found.getKey(), found.getValue()));
    }

    ModelInfo of(String key) {
        return Optional.ofNullable(models.get(key))
                .orElseThrow(() -> new IllegalStateException("no model has the key " + key));
    }

    static OperatorSignature signature(Row row) throws SQLException {
        return new OperatorSignature(
                row.text("domain"),
                row.text("operator"),
                row.number("opset"),
                row.optionalText("dtype").flatMap(DType::ofWireName),
                row.integer("nodes"),
                row.integer("influencing"));
    }

    private static ModelInfo model(Row row, List<OperatorSignature> signatures) throws SQLException {
        return new ModelInfo(
                row.text("name"),
                row.text("sha256"),
                row.number("bytes"),
                Family.ofId(row.text("family")).orElse(Family.OTHER),
                row.text("task"),
                row.map("opsets", Long.class),
                row.map("operators", Integer.class),
                row.number("parameters"),
                signatures);
    }
}
