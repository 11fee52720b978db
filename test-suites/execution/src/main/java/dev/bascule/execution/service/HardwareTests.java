package dev.bascule.execution.service;

import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.numerics.Difference;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the battery of {@code doctor --test-hardware} came to. Immutable.
 *
 * @param startedAt when
 * @param elapsed how long all of it took
 * @param checks how many the battery has
 * @param interrupted whether it was stopped on its way
 * @param corrupted right answers that were changed and judged again, to see that the judge notices
 * @param missed those that it did not notice; must be empty
 * @param places one for each backend of each place, the native ones first
 */
public record HardwareTests(
        Instant startedAt,
        Duration elapsed,
        int checks,
        boolean interrupted,
        int corrupted,
        List<String> missed,
        List<Place> places) {

    public HardwareTests {
        missed = List.copyOf(missed);
        places = List.copyOf(places);
    }

    /** What came of one check. */
    public enum Result {
        /** Right, and as far as is known on the backend asked for. */
        PASS,
        /** An answer further from the reference than is allowed. */
        WRONG,
        /** Right, but not all of it ran on the backend asked for, so it is no proof of that. */
        ELSEWHERE,
        /** The engine or the backend refuses it. */
        UNSUPPORTED,
        FAILED,
        /** The process or the device died of it. */
        CRASHED,
        /** It was not begun, or was stopped. */
        NOT_RUN;

        /** The word in files. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Whether somebody has to look into it. */
        public boolean isBad() {
            return switch (this) {
                case WRONG, FAILED, CRASHED -> true;
                case PASS, ELSEWHERE, UNSUPPORTED, NOT_RUN -> false;
            };
        }
    }

    /**
     * One check on one backend.
     *
     * @param id of the check
     * @param title for people
     * @param result what came of it
     * @param ranOn where its nodes ran, in words; empty where nobody knows
     * @param proof how well that is known
     * @param nodes number of nodes by where they ran, where the engine counted them
     * @param difference from the reference, where there were answers
     * @param tolerance what was allowed, and its source
     * @param reason why it is no pass
     * @param remedy what may mend it
     * @param remark what a reader should know of a pass
     * @param elapsed opening and first inference
     * @param shows ids of the capabilities that it speaks for
     */
    public record Check(
            String id,
            String title,
            Result result,
            Optional<String> ranOn,
            ProofClass proof,
            Map<String, Integer> nodes,
            Optional<Difference> difference,
            Optional<String> tolerance,
            Optional<String> reason,
            Optional<String> remedy,
            Optional<String> remark,
            Duration elapsed,
            List<String> shows) {
        public Check {
            nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
            shows = List.copyOf(shows);
        }

        /** Whether it shows that its backend's device can do it: right, and the engine's own record puts all of it there. */
        public boolean isProof() {
            return result == Result.PASS && proof == ProofClass.PROVEN;
        }
    }

    /**
     * One backend in one place.
     *
     * @param place {@code native}, or the browser with its version
     * @param backend id
     * @param engine with its version; empty where nothing ran
     * @param device what computed, as far as the evidence goes; empty where no record shows it
     * @param checks in the battery's order; empty where none was begun
     * @param arithmetic what its sums of products were seen to be computed in, operator by operator
     * @param reason why none was begun
     */
    public record Place(
            String place,
            String backend,
            Optional<String> engine,
            Optional<CapabilityResult.Seen> device,
            List<Check> checks,
            List<Arithmetic> arithmetic,
            Optional<String> reason) {
        public Place {
            arithmetic = List.copyOf(arithmetic);
            checks = List.copyOf(checks);
        }

        /** How many checks came to each result; what none came to is left out. */
        public Map<Result, Integer> counts() {
            Map<Result, Integer> counts = new EnumMap<>(Result.class);
            checks.forEach(check -> counts.merge(check.result(), 1, Integer::sum));
            return counts;
        }
    }

    /** How many checks of all places came to a result. */
    public int count(Result result) {
        return places.stream()
                .mapToInt(place -> place.counts().getOrDefault(result, 0))
                .sum();
    }

    /** Whether any check ran at all. */
    public boolean isUseful() {
        return places.stream()
                .flatMap(place -> place.checks().stream())
                .anyMatch(check -> check.result() != Result.NOT_RUN && check.result() != Result.UNSUPPORTED);
    }

    /** Whether all that ran is right or honestly refused, and the judge is one who notices. */
    public boolean isGood() {
        return missed.isEmpty()
                && places.stream()
                        .flatMap(place -> place.checks().stream())
                        .noneMatch(check -> check.result().isBad());
    }
}
