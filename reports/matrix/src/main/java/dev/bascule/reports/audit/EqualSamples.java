package dev.bascule.reports.audit;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Equal sample arrays are one measurement, under however many names they come: no clock gives the same times twice. Where a clock is
 * so coarse that it might, arrays say nothing: a few equal readings, or two values in turns, are anybody's. Stateless.
 */
public final class EqualSamples {
    /** Of an array, the number of samples times the entropy of its values: below this two honest runs may well be equal. */
    public static final double TELLING_BITS = 14;

    private EqualSamples() {}

    /** Whether there is so much in these samples that another run of the same is not to be expected. */
    public static boolean isTelling(Samples samples) {
        Map<Double, Integer> counts = new HashMap<>();
        for (double value : samples.millis()) {
            counts.merge(value, 1, Integer::sum);
        }
        double bits = 0;
        for (int count : counts.values()) {
            bits -= count * Math.log((double) count / samples.size()) / Math.log(2);
        }
        return bits >= TELLING_BITS;
    }

    /** The same without those whose samples another one before them has. */
    public static <T> List<T> once(Collection<T> all, Function<T, Samples> samplesOf) {
        Set<Samples> seen = new HashSet<>();
        return all.stream()
                .filter(one -> {
                    Samples samples = samplesOf.apply(one);
                    return !isTelling(samples) || seen.add(samples);
                })
                .toList();
    }

    /** Samples of a record that stand in several of its cells as if each had measured them. */
    public static List<AuditFinding> doubts(RunRecord run) {
        Map<Samples, MeasurementKey> owners = new HashMap<>();
        List<AuditFinding> findings = new ArrayList<>();
        for (CaseRun cell : run.runs()) {
            Stream.concat(cell.attempts().stream(), cell.retries().stream()).forEach(attempt -> {
                MeasurementKey own = MeasurementKey.of(cell.caseId(), attempt);
                MeasurementKey first = isTelling(own.samples()) ? owners.putIfAbsent(own.samples(), own) : null;
                if (first != null && !first.equals(own)) {
                    findings.add(new AuditFinding(
                            "%s %s".formatted(cell.caseId(), cell.chain()),
                            "its samples on %s are those of %s on %s, each of them"
                                    .formatted(
                                            attempt.target().id(),
                                            first.caseId(),
                                            first.target().id())));
                }
            });
        }
        return findings;
    }
}
