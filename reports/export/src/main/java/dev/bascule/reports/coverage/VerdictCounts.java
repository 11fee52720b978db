package dev.bascule.reports.coverage;

import dev.bascule.fallback.attempt.Verdict;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The number of cases of each verdict; skipped ones are not counted. Right is {@link Verdict#PASS} alone: what ran elsewhere
 * in part says nothing sure of one operator.
 *
 * @param verdicts those that occurred, best first
 */
public record VerdictCounts(Map<Verdict, Integer> verdicts) {
    public static final VerdictCounts NONE = new VerdictCounts(Map.of());

    public VerdictCounts {
        EnumMap<Verdict, Integer> ordered = new EnumMap<>(Verdict.class);
        verdicts.forEach((verdict, count) -> {
            if (verdict != Verdict.SKIPPED && count > 0) {
                ordered.put(verdict, count);
            }
        });
        verdicts = Collections.unmodifiableMap(ordered);
    }

    static VerdictCounts of(Collection<Verdict> verdicts) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        verdicts.forEach(verdict -> counts.merge(verdict, 1, Integer::sum));
        return new VerdictCounts(counts);
    }

    public VerdictCounts plus(VerdictCounts other) {
        Map<Verdict, Integer> sum = new EnumMap<>(Verdict.class);
        sum.putAll(verdicts);
        other.verdicts.forEach((verdict, count) -> sum.merge(verdict, count, Integer::sum));
        return new VerdictCounts(sum);
    }

    public int all() {
        return verdicts.values().stream().mapToInt(Integer::intValue).sum();
    }

    public int right() {
        return verdicts.getOrDefault(Verdict.PASS, 0);
    }

    /** Wrong, crashed, hung, flaky or failed. */
    public int failures() {
        return verdicts.entrySet().stream()
                .filter(entry -> entry.getKey().isFailure())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    public int unsupported() {
        return verdicts.getOrDefault(Verdict.UNSUPPORTED, 0);
    }

    public boolean isEmpty() {
        return verdicts.isEmpty();
    }

    /** Right, but with nodes that ran elsewhere. */
    public int partial() {
        return verdicts.getOrDefault(Verdict.PARTIAL, 0);
    }

    /** As {@link #toString}, and beside it those that ran elsewhere in part: {@code 8/12 + 3 partial}. */
    public String counts() {
        return partial() == 0 ? toString() : "%s + %d partial".formatted(this, partial());
    }

    /** {@code 8/12}. */
    @Override
    public String toString() {
        return right() + "/" + all();
    }
}
