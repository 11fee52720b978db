package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.target.Target;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A target of the history on one machine: a browser or {@code native} with engine, backend and device, each in one version.
 * Immutable.
 *
 * @param machine fingerprint
 * @param target what it is
 * @param firstSeen when the oldest run that tried it began
 * @param lastSeen when the newest run that tried it began
 * @param outcomes how its attempts ended, retries included
 */
public record SeenTarget(
        String machine, Target target, Instant firstSeen, Instant lastSeen, Map<Outcome, Integer> outcomes) {

    /** The last seen first, then by name. */
    static final Comparator<SeenTarget> ORDER = Comparator.comparing(SeenTarget::lastSeen)
            .reversed()
            .thenComparing(seen -> seen.target().id())
            .thenComparing(SeenTarget::machine)
            .thenComparing(SeenTarget::firstSeen)
            .thenComparing(seen -> new TreeMap<>(seen.target().adapter()).toString());

    public SeenTarget {
        Map<Outcome, Integer> ordered = new EnumMap<>(Outcome.class);
        ordered.putAll(outcomes);
        outcomes = Collections.unmodifiableMap(ordered);
    }
}
