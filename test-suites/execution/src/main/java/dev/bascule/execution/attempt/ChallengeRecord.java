package dev.bascule.execution.attempt;

import dev.bascule.fallback.attempt.ChallengeTally;
import dev.bascule.fallback.evidence.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a cell tells of its challenges.
 *
 * @param given how many sequences of fresh inputs
 * @param right how many of them were answered right
 * @param uncounted how many more were given that tell nothing
 * @param seed which they follow from
 * @param why none was given; empty where one was
 */
record ChallengeRecord(int given, int right, int uncounted, long seed, Optional<String> why) {

    /** The evidence with it. */
    Evidence in(Evidence evidence) {
        Map<String, String> facts = new TreeMap<>(evidence.facts());
        facts.putAll(new ChallengeTally(given, right).facts());
        if (uncounted > 0) {
            facts.putAll(ChallengeTally.uncounted(uncounted));
        }
        if (given > 0) {
            facts.put("challenges.seed", Long.toString(seed));
        }
        List<String> notes = new ArrayList<>(evidence.notes());
        why.ifPresent(reason -> notes.add("not challenged with fresh inputs: " + reason));
        return evidence.withFacts(facts).withNotes(notes);
    }
}
