package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A model on a target, asked for by itself: what it took, or that it came to another end. Immutable.
 *
 * @param origin which run it is of
 * @param subject what ran
 * @param target where it was asked to
 * @param threads of a CPU engine that were asked for; empty where it was not to be timed, or nobody said
 * @param retry 0 in the first pass; 1, 2… for retries in a clean browser or process
 * @param outcome what came of it
 * @param right whether its outputs were found right; empty where they were not checked
 * @param place where it ran
 * @param costs what it took
 */
public record TimedAttempt(
        Origin origin,
        Subject subject,
        Target target,
        OptionalInt threads,
        int retry,
        Outcome outcome,
        Optional<Boolean> right,
        Place place,
        Costs costs) {

    /**
     * @param startedAt when the attempt began
     * @param machine its fingerprint
     * @param imported whether the run came from elsewhere
     */
    public record Origin(String runId, Instant startedAt, String machine, boolean imported) {}

    /**
     * @param inputs names, types, shapes and steps as {@link dev.bascule.fallback.attempt.CaseInputs#shapes} writes them; blank
     *     where nobody said
     * @param settings of the case, such as {@code batch}
     */
    public record Subject(
            String model,
            String sha256,
            Family family,
            String task,
            String inputs,
            SortedMap<String, String> settings) {

        public Subject {
            settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        }

        /** Of settings in any order. */
        public static Subject of(
                String model, String sha256, Family family, String task, String inputs, Map<String, String> settings) {
            return new Subject(model, sha256, family, task, inputs, new TreeMap<>(settings));
        }
    }

    /**
     * @param proven the backend that it is proven to have run on
     * @param share of the nodes that ran on the backend asked for; empty without the engine's record
     */
    public record Place(ProofClass proof, Optional<String> proven, OptionalDouble share) {}

    /**
     * @param measured warm inferences in order; none of an attempt that was not timed
     * @param create until the session was there
     * @param first inference
     */
    public record Costs(Samples measured, Optional<Duration> create, Optional<Duration> first, Optional<Peak> memory) {}

    /**
     * The most memory.
     *
     * @param source what counted it
     */
    public record Peak(long bytes, String source) {}
}
