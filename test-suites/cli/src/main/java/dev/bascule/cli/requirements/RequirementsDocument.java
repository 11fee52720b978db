package dev.bascule.cli.requirements;

import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.prediction.memory.MemoryBound;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The document of {@code requirements MODEL --json}. Stateless. */
final class RequirementsDocument {
    private RequirementsDocument() {}

    static Map<String, Object> of(Requirements found) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put("model", found.model().name());
        document.put("sha256", found.model().sha256());
        document.put("weightBytes", found.need().estimate().map(MemoryEstimate::weights));
        document.put("activationBytes", found.need().estimate().map(MemoryEstimate::activationBytes));
        document.put("lowerBound", found.need().estimate().map(MemoryEstimate::isLowerBound));
        document.put("inputs", found.need().inputs());
        document.put("reason", Optional.of(found.need().reason()).filter(why -> !why.isBlank()));
        document.put(
                "hostFreeBytes",
                found.free().bytes().isPresent()
                        ? Optional.of(found.free().bytes().getAsLong())
                        : Optional.empty());
        document.put("hostFreeSource", found.free().source());
        document.put("diskBytes", found.diskBytes());
        document.put("logicalProcessors", found.processors());
        document.put(
                "targets",
                found.targets().stream().map(RequirementsDocument::target).toList());
        return document;
    }

    private static Map<String, Object> target(Requirements.OfTarget each) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", each.target());
        map.put("predictedGrowthAtMostBytes", each.bound().map(MemoryBound::bytes));
        map.put("factor", each.bound().map(MemoryBound::factor));
        map.put("architectures", each.bound().map(MemoryBound::architectures));
        map.put("covers", each.bound().map(MemoryBound::coverage));
        map.put("batchThatFits", each.batch());
        map.put("note", each.note());
        return map;
    }
}
