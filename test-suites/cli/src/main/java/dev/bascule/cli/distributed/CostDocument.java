package dev.bascule.cli.distributed;

import dev.bascule.studies.distributed.CostReport;
import dev.bascule.studies.distributed.CostReport.Extrapolation;
import dev.bascule.studies.distributed.CostReport.HeldOut;
import dev.bascule.studies.distributed.CostReport.Part;
import java.util.LinkedHashMap;
import java.util.Map;

/** The cost model in what {@code distributed comm --json} prints. Stateless. */
final class CostDocument {
    private CostDocument() {}

    static Map<String, Object> with(Map<String, Object> document, CostReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("fittedAtRanks", report.fittedAt());
        map.put("fittedOversubscribed", report.oversubscribed());
        map.put("why", report.why());
        map.put(
                "parts",
                report.parts().stream()
                        .map(part -> part(part, report.oversubscribed()))
                        .toList());
        document.put("costModel", map);
        return document;
    }

    private static Map<String, Object> part(Part part, boolean fittedOversubscribed) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("collective", part.model().collective().word());
        map.put("sizes", part.sizes().name());
        map.put("latencyMillis", part.model().alphaMillis());
        map.put("millisPerByte", part.model().betaMillis());
        map.put("furthestFittedFactor", part.model().furthest());
        map.put("heldOut", part.heldOut().stream().map(CostDocument::heldOut).toList());
        map.put(
                "extrapolations",
                part.beyond().stream()
                        .map(each -> beyond(each, fittedOversubscribed || part.oversubscribed()))
                        .toList());
        map.put("refused", part.refused());
        return map;
    }

    private static Map<String, Object> heldOut(HeldOut each) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ranks", each.ranks());
        map.put("oversubscribed", each.oversubscribed());
        map.put("bytes", each.bytes());
        map.put("foretoldMillis", each.foretoldMillis());
        map.put("measuredMillis", each.measuredMillis());
        return map;
    }

    private static Map<String, Object> beyond(Extrapolation each, boolean oversubscribed) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ranks", each.ranks());
        map.put("oversubscribed", oversubscribed);
        map.put("bytes", each.bytes());
        map.put("millis", each.millis());
        map.put("lowMillis", each.lowMillis());
        map.put("highMillis", each.highMillis());
        map.put("level", each.level());
        return map;
    }
}
