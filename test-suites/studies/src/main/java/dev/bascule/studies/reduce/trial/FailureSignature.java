package dev.bascule.studies.reduce.trial;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.job.Fault;

/** What makes two failures the same one, whatever the size of the model that fails. */
public sealed interface FailureSignature {

    /** In words. */
    String text();

    /** In what way an output is not what it should be. */
    enum Kind {
        VALUES("values outside the tolerance"),
        SHAPE("another shape"),
        TYPE("another element type"),
        ABSENT("no output");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /**
     * It runs, and an output is wrong.
     *
     * @param gross more than ten times the tolerance off: such a failure must not shrink to one of rounding
     */
    record Wrong(Kind kind, boolean gross) implements FailureSignature {
        @Override
        public String text() {
            return kind.text() + (gross && kind == Kind.VALUES ? ", by more than ten times" : "");
        }
    }

    /**
     * It does not run: refused, trapped, crashed.
     *
     * @param outcome which of these
     * @param phase when
     * @param words the engine's message, less what differs between models: numbers, addresses, names
     */
    record Fell(Outcome outcome, String phase, String words) implements FailureSignature {
        @Override
        public String text() {
            return "%s in phase '%s': %s".formatted(outcome, phase, words);
        }
    }

    /** No answer within the limit. */
    record Late(String phase) implements FailureSignature {
        @Override
        public String text() {
            return "no answer in phase '%s'".formatted(phase);
        }
    }

    /** Whether the other is this failure; one that is grosser than this may be. */
    default boolean sameAs(FailureSignature other) {
        if (this instanceof Wrong mine && other instanceof Wrong its) {
            return mine.kind == its.kind && (its.gross || !mine.gross);
        }
        return equals(other);
    }

    static FailureSignature of(Fault fault) {
        return fault.fold(
                refused -> fell(refused, refused.name() + ": " + refused.message()),
                late -> new Late(late.phase()),
                lost -> fell(lost, lost.reason()),
                told -> fell(told, told.reason()));
    }

    private static FailureSignature fell(Fault fault, String words) {
        return new Fell(FaultClassifier.classify(fault).outcome(), fault.phase(), MessageNormalizer.normalised(words));
    }
}
