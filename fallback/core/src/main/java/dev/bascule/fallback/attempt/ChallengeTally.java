package dev.bascule.fallback.attempt;

import dev.bascule.fallback.evidence.Evidence;
import java.util.Map;
import java.util.Optional;

/**
 * How many challenges a cell's runner was given, and how many it answered right. It travels as facts of the evidence, so that
 * every record that keeps evidence keeps it; records of earlier builds have none.
 */
public record ChallengeTally(int given, int right) {
    private static final String GIVEN = "challenges.given";
    private static final String RIGHT = "challenges.right";
    private static final String UNCOUNTED = "challenges.uncounted";

    public static Optional<ChallengeTally> of(Evidence evidence) {
        return count(evidence, GIVEN)
                .flatMap(given -> count(evidence, RIGHT).map(right -> new ChallengeTally(given, right)));
    }

    /** How many more it was given that count for nothing, for the rules by which they are right tell nothing by them. */
    public static int uncounted(Evidence evidence) {
        return count(evidence, UNCOUNTED).orElse(0);
    }

    /** The fact that so many count for nothing. */
    public static Map<String, String> uncounted(int challenges) {
        return Map.of(UNCOUNTED, Integer.toString(challenges));
    }

    private static Optional<Integer> count(Evidence evidence, String fact) {
        return Optional.ofNullable(evidence.facts().get(fact))
                .filter(text -> text.matches("\\d{1,9}"))
                .map(Integer::valueOf);
    }

    public Map<String, String> facts() {
        return Map.of(GIVEN, Integer.toString(given), RIGHT, Integer.toString(right));
    }

    /** {@code 5 of 5 right}; {@code none given}. */
    public String words() {
        return given == 0 ? "none given" : "%d of %d right".formatted(right, given);
    }
}
