package dev.bascule.cli.predict;

import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.LayerEvidence;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A decision about a layer as JSON. Stateless. */
final class LayerDocument {
    private LayerDocument() {}

    static Map<String, @Nullable Object> of(LayerDecision decision) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("machine", decision.machine());
        part.put("figure", decision.figure().word());
        part.put("layer", decision.layer().name());
        part.put("level", decision.level().name());
        part.put("method", decision.method());
        part.put("without", decision.without());
        part.put("used", decision.used());
        part.put("why", decision.why());
        part.put("evidence", decision.evidence().map(LayerDocument::evidence).orElse(null));
        return part;
    }

    private static Map<String, @Nullable Object> evidence(LayerEvidence evidence) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("times", evidence.times());
        part.put("architectures", evidence.architectures());
        part.put("meanWith", evidence.with());
        part.put("meanWithout", evidence.without());
        part.put("noise", evidence.noise());
        return part;
    }
}
