package dev.bascule.reports.training;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.evidence.ProofClass;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What was found of a training. Immutable.
 *
 * @param failure what ended it; empty where it got through
 * @param reason why it is wrong; empty where nothing shows that
 * @param proof how surely the place of the steps is known; empty where nothing tells
 * @param placement where they ran, in words
 * @param checks what its steps were held against
 * @param notes what a reader should know
 */
public record TrainingFindings(
        Verdict verdict,
        Optional<String> failure,
        Optional<String> reason,
        Optional<ProofClass> proof,
        Optional<String> placement,
        Checks checks,
        List<String> notes) {

    /** How two runs of the same steps agree. */
    public enum Reproduction {
        BITWISE,
        BOUNDED,
        DIVERGENT
    }

    /**
     * @param exactSteps whose losses were held against the exact ones; 0 for none
     * @param exactFurthest of these, in standard deviations of rounding
     * @param likeNative how all losses agree with native CPU's; empty where they were not compared
     * @param firstOther first step whose loss has other bits there
     * @param apart relative distance of the two losses that lie furthest apart; empty where none has other bits, one is no number, and where nobody kept it
     * @param repeated whether the first steps came out the same in another session; empty where nobody tried
     * @param resumed whether they did from the state between
     */
    public record Checks(
            int exactSteps,
            OptionalDouble exactFurthest,
            Optional<Reproduction> likeNative,
            OptionalInt firstOther,
            OptionalDouble apart,
            Optional<Boolean> repeated,
            Optional<Boolean> resumed) {
        /** Of which nobody kept how far losses lie apart. */
        public Checks(
                int exactSteps,
                OptionalDouble exactFurthest,
                Optional<Reproduction> likeNative,
                OptionalInt firstOther,
                Optional<Boolean> repeated,
                Optional<Boolean> resumed) {
            this(exactSteps, exactFurthest, likeNative, firstOther, OptionalDouble.empty(), repeated, resumed);
        }

        public Checks {
            if (exactSteps < 0 || firstOther.orElse(1) < 1) {
                throw new IllegalArgumentException("%d steps, other from %s".formatted(exactSteps, firstOther));
            }
        }
    }

    public TrainingFindings {
        notes = List.copyOf(notes);
        if (verdict.isRight() && (failure.isPresent() || reason.isPresent())) {
            throw new IllegalArgumentException(
                    "right, and yet: " + failure.or(() -> reason).orElseThrow());
        }
    }
}
