package dev.bascule.cli.pool;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.prediction.pool.Placement;
import dev.bascule.studies.pool.PoolRequest;
import dev.bascule.studies.pool.ServedModel;
import dev.bascule.studies.pool.ServedPool;
import dev.bascule.studies.pool.ServedReplica;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What serving a pool came to, as JSON: measured figures, and beside them under {@code planned} those of the plan. Stateless. */
final class ServedDocument {
    private static final int SCHEMA_VERSION = 1;

    private ServedDocument() {}

    static Map<String, @Nullable Object> of(FoundPool found, ServedPlan plan, PoolRequest request, ServedPool served) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("seed", request.seed());
        document.put("seconds", request.length().toNanos() / 1e9);
        document.put("elapsedMs", served.elapsed().toNanos() / 1e6);
        document.put("lowMemory", request.oneAtATime());
        document.put("evicts", plan.evicts());
        document.put("interrupted", served.interrupted());
        document.put("busyProcessors", orNull(ServedText.busyProcessors(served)));
        document.put("peakResidentBytes", orNull(served.peak().residentBytes()));
        document.put("peakFairBytes", orNull(served.peak().fairBytes()));
        Map<String, @Nullable Object> planned = new LinkedHashMap<>();
        planned.put("busyProcessors", ServedText.plannedBusy(found, plan));
        planned.put("hostBytes", plan.plan().hostBytes());
        document.put("planned", planned);
        document.put(
                "models",
                served.models().stream()
                        .map(each -> model(each, plan.plan().of(each.model())))
                        .toList());
        document.put(
                "replicas",
                served.replicas().stream().map(ServedDocument::replica).toList());
        return document;
    }

    private static Map<String, @Nullable Object> replica(ServedReplica each) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("model", each.model());
        part.put("target", each.target());
        part.put("number", each.number());
        part.put("answered", each.answered());
        part.put("failed", each.failed());
        part.put("checked", each.checked());
        part.put("losses", each.losses());
        part.put("loads", each.loads());
        part.put("taken", summary(each.taken()));
        part.put(
                "processorMs",
                each.processorTime().map(time -> time.toNanos() / 1e6).orElse(null));
        part.put("emptyBytes", orNull(each.emptyBytes()));
        part.put("peakBytes", orNull(each.peakBytes()));
        part.put("grownBytes", orNull(each.grownBytes()));
        return part;
    }

    private static Map<String, @Nullable Object> model(ServedModel each, List<Placement> placements) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("model", each.model());
        part.put("offered", each.offered());
        part.put("answered", each.latency().size());
        part.put("failed", each.failed());
        part.put("unanswered", each.unanswered());
        part.put("firstFailure", each.firstFailure().orElse(null));
        part.put("latency", summary(each.latency()));
        part.put("inference", summary(each.computed()));
        part.put("loads", each.loads());
        part.put("evictions", each.evictions());
        part.put("losses", each.losses());
        part.put("planned", placements.stream().map(ServedDocument::planned).toList());
        return part;
    }

    private static Map<String, @Nullable Object> planned(Placement each) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("target", each.option().target());
        part.put("replicas", each.replicas());
        part.put("inferenceMs", each.option().time().plannedMillis());
        part.put("ratePerSecond", each.rate());
        return part;
    }

    private static @Nullable Map<String, @Nullable Object> summary(Samples samples) {
        if (samples.isEmpty()) {
            return null;
        }
        Optional<Summary> summary = Summary.of(samples);
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("medianMs", samples.median());
        part.put("p90Ms", summary.map(Summary::p90).map(ServedDocument::orNull).orElse(null));
        part.put("p99Ms", summary.map(Summary::p99).map(ServedDocument::orNull).orElse(null));
        part.put("samplesMs", samples.millis());
        return part;
    }

    /** Nobody could read it where it is 0. */
    private static @Nullable Long orNull(long bytes) {
        return bytes == 0 ? null : bytes;
    }

    private static @Nullable Long orNull(OptionalLong bytes) {
        return bytes.isPresent() ? bytes.getAsLong() : null;
    }

    private static @Nullable Double orNull(OptionalDouble number) {
        return number.isPresent() ? number.getAsDouble() : null;
    }
}
