package dev.bascule.cli.distributed;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.distributed.CommReport;
import dev.bascule.studies.distributed.FaultReport;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.LinkLimit;
import dev.bascule.studies.distributed.RankEngine.Facts;
import dev.bascule.studies.distributed.RankRun;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code distributed … --json} prints; {@code distributed-v1.schema.json} describes it. What is not known is null. Stateless. */
final class DistributedDocument {
    private DistributedDocument() {}

    static Map<String, Object> facts(Facts facts) {
        Map<String, Object> map = document("facts", facts);
        return map;
    }

    static Map<String, Object> document(String kind, Facts facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("schemaVersion", 1);
        map.put("kind", kind);
        Map<String, Object> engine = new LinkedHashMap<>();
        engine.put("torch", facts.torch());
        engine.put("python", facts.python());
        engine.put("backends", facts.backends());
        engine.put("others", facts.others());
        engine.put("processors", facts.processors());
        map.put("engine", engine);
        return map;
    }

    static void link(Map<String, Object> map, Optional<LinkLimit> link) {
        map.put("linkBitsPerSecond", link.map(LinkLimit::bitsPerSecond));
        map.put(
                "linkLatencyMillis",
                link.filter(LinkLimit::late).map(each -> each.latency().toMillis()));
    }

    static Map<String, Object> of(CommReport report) {
        Map<String, Object> map = document("comm", report.facts());
        link(map, report.link());
        map.put("comm", report.groups().stream().map(DistributedDocument::comm).toList());
        return map;
    }

    static Map<String, Object> group(
            int ranks,
            boolean oversubscribed,
            RankRun.Network network,
            List<Finding> findings,
            Optional<Failure> failure) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ranks", ranks);
        map.put("oversubscribed", oversubscribed);
        map.put("network", network.name());
        map.put(
                "invariants",
                findings.stream().map(DistributedDocument::finding).toList());
        map.put("failure", failure.map(Failure::message));
        return map;
    }

    private static Map<String, Object> finding(Finding finding) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("invariant", finding.invariant().name());
        map.put(
                "holds",
                finding.verdict() == Invariant.Verdict.NOT_JUDGED ? Optional.empty() : Optional.of(finding.holds()));
        map.put("seen", finding.words());
        return map;
    }

    private static Map<String, Object> comm(CommReport.Group group) {
        Map<String, Object> map =
                group(group.ranks(), group.oversubscribed(), group.network(), group.findings(), group.failure());
        map.put("ways", group.ways());
        map.put(
                "collectives",
                group.rows().stream()
                        .map(row -> {
                            Map<String, Object> each = new LinkedHashMap<>();
                            each.put("collective", row.collective().word());
                            each.put("bytes", row.bytes());
                            each.put("millis", row.times().millis());
                            each.put("medianMillis", median(row.times()));
                            each.put("algorithmBytesPerSecond", row.algorithmBandwidth());
                            each.put("busBytesPerSecond", row.busBandwidth());
                            each.put("wrong", row.wrong());
                            return each;
                        })
                        .toList());
        map.put(
                "traffic",
                group.traffic().stream()
                        .map(traffic -> {
                            Map<String, Object> each = new LinkedHashMap<>();
                            each.put("collective", traffic.collective().word());
                            each.put("bytes", traffic.bytes());
                            each.put("times", traffic.times());
                            each.put("sentBytes", traffic.sent());
                            each.put("theoryBytes", traffic.theory());
                            return each;
                        })
                        .toList());
        return map;
    }

    static Optional<Double> median(Samples samples) {
        return samples.isEmpty() ? Optional.empty() : Optional.of(samples.median());
    }

    static Map<String, Object> of(FaultReport report) {
        Map<String, Object> map = document("faults", report.facts());
        map.put("steps", report.steps());
        map.put("checkpointEvery", report.every());
        map.put("patienceMillis", millis(report.patience()));
        map.put(
                "faults",
                report.rows().stream()
                        .map(row -> {
                            Map<String, Object> each = new LinkedHashMap<>();
                            each.put("fault", row.kind().word());
                            each.put("ranks", row.ranks());
                            each.put("ranksAfter", row.ranksAfter());
                            each.put("afterStep", row.atStep());
                            each.put("detectionMillis", row.detection().map(DistributedDocument::millis));
                            each.put("noticed", row.noticed());
                            each.put("stepsLost", row.stepsLost());
                            each.put("recoveryMillis", row.recovery().map(DistributedDocument::millis));
                            each.put("outageMillis", row.outage().map(DistributedDocument::millis));
                            each.put("longestStepMillis", row.longestStep().map(DistributedDocument::millis));
                            each.put("furthestParameter", row.furthest());
                            each.put("parametersOff", row.relative());
                            each.put("invariant", finding(row.finding()));
                            each.put("linkLatency", row.latency().map(DistributedDocument::finding));
                            each.put("failure", row.failure().map(Failure::message));
                            return each;
                        })
                        .toList());
        map.put(
                "leftOut",
                report.leftOut().stream()
                        .map(left -> Map.of(
                                "fault", left.kind().word(), "why", left.why().message()))
                        .toList());
        return map;
    }

    static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
