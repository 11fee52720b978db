package dev.bascule.cli.distributed;

import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.Sent;
import dev.bascule.studies.distributed.StepShares;
import dev.bascule.studies.distributed.TrainingReport;
import java.util.LinkedHashMap;
import java.util.Map;

/** The document of training by several ranks, of whatever strategy. Stateless. */
final class TrainingDocument {
    private TrainingDocument() {}

    /** @param kind the command, and the name of its part */
    static Map<String, Object> of(String kind, TrainingReport report) {
        Map<String, Object> map = DistributedDocument.document(kind, report.facts());
        DistributedDocument.link(map, report.link());
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("millis", report.one().millis());
        one.put("medianMillis", DistributedDocument.median(report.one()));
        one.put("firstLoss", report.firstLoss());
        one.put("lastLoss", report.lastLoss());
        map.put("oneWorker", one);
        map.put("failure", report.failure().map(Failure::message));
        map.put(kind, report.groups().stream().map(TrainingDocument::group).toList());
        return map;
    }

    private static Map<String, Object> group(TrainingReport.Group group) {
        Map<String, Object> map = DistributedDocument.group(
                group.ranks(), group.oversubscribed(), group.network(), group.findings(), group.failure());
        map.put("bottleneck", group.bottleneck());
        map.put("notes", group.notes());
        map.put(
                "usage",
                group.usage().stream()
                        .map(usage -> {
                            Map<String, Object> each = new LinkedHashMap<>();
                            each.put("rank", usage.rank());
                            each.put("cpuMillis", DistributedDocument.millis(usage.cpu()));
                            each.put("peakBytes", usage.peakBytes());
                            return each;
                        })
                        .toList());
        map.put("ways", group.rows().stream().map(TrainingDocument::row).toList());
        return map;
    }

    private static Map<String, Object> row(TrainingReport.Row row) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("way", row.way());
        map.put("millis", row.steps().millis());
        map.put("medianMillis", DistributedDocument.median(row.steps()));
        map.put("efficiency", row.efficiency());
        map.put("communicationShare", row.communication());
        map.put("loadBalance", row.balance());
        map.put("furthestParameter", row.furthest());
        map.put("shares", row.shares().map(TrainingDocument::shares));
        map.put("bubble", row.bubble().map(TrainingDocument::bubble));
        map.put("sentBytes", row.sent().map(Sent::counted));
        map.put("theoryBytes", row.sent().map(Sent::theory));
        return map;
    }

    private static Map<String, Object> shares(StepShares shares) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("computing", shares.computing());
        map.put("imbalance", shares.imbalance());
        map.put("bubble", shares.bubble());
        map.put("communication", shares.communication());
        return map;
    }

    private static Map<String, Object> bubble(TrainingReport.Bubble bubble) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("idleByStage", bubble.idle());
        map.put("mean", bubble.mean());
        map.put("theory", bubble.theory());
        return map;
    }
}
