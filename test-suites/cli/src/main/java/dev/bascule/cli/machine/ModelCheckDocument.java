package dev.bascule.cli.machine;

import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.workload.FreeMemory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The document of {@code doctor --check-model MODEL --json}; {@code model-check-v1.schema.json} describes it. Stateless.
 */
final class ModelCheckDocument {
    private ModelCheckDocument() {}

    static Map<String, Object> of(ModelCheck check) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("model", model(check.model()));
        document.put("memory", memory(check.need(), check.free()));
        document.put(
                "backends", check.rows().stream().map(ModelCheckDocument::row).toList());
        return document;
    }

    private static Map<String, Object> model(ModelInfo model) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", model.name());
        map.put("sha256", model.sha256());
        map.put("family", model.family().id());
        map.put("opsets", new TreeMap<>(model.opsets()));
        map.put("nodes", model.nodes());
        map.put("parameters", model.parameters());
        map.put("bytes", model.bytes());
        return map;
    }

    private static Map<String, Object> memory(MemoryNeed need, FreeMemory free) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("weightBytes", need.estimate().map(estimate -> estimate.weights()));
        map.put("activationBytes", need.estimate().map(estimate -> estimate.activationBytes()));
        map.put("lowerBound", need.estimate().map(estimate -> estimate.isLowerBound()));
        map.put("inputs", need.estimate().map(estimate -> need.inputs()));
        OptionalLong bytes = free.bytes();
        map.put("hostFreeBytes", bytes.isPresent() ? Optional.of(bytes.getAsLong()) : Optional.empty());
        map.put("hostFreeSource", free.source());
        map.put("reason", Optional.of(need.reason()).filter(why -> !why.isBlank()));
        return map;
    }

    private static Map<String, Object> row(ModelCheck.Row row) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("backend", row.backend());
        map.put("where", row.where());
        map.put("basis", ModelCheck.word(row.basis()));
        map.put("answer", ModelCheck.word(row.answer()));
        map.put("reason", row.reason());
        map.put("remedy", row.remedy());
        return map;
    }
}
