package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.matrix.CaseResult;
import java.util.Optional;

/**
 * A case whose newest verdict is another one than it was.
 *
 * @param label the case
 * @param target where
 * @param before the baseline's newest verdict
 * @param after the candidate's newest verdict
 * @param kind what it comes to
 * @param why in the candidate's words, where it failed
 * @param runId the candidate's run; of a case that could not be read the baseline's
 * @param reproduce the line that repeats it
 * @param measuredIn the place of the other change that rests on the same measurements and is counted; empty where this one is
 */
public record VerdictChange(
        String label,
        String target,
        Verdict before,
        Verdict after,
        Kind kind,
        Optional<String> why,
        String runId,
        String reproduce,
        Optional<String> measuredIn) {

    /** What a change of verdict comes to, the gravest first. */
    public enum Kind {
        /** Right before, and no longer. */
        CORRECTNESS("no longer right"),
        /** It ran before, and can no longer. */
        SUPPORT("no longer runs"),
        /** Still right, but no longer where it was to run, or not all of it. */
        PLACEMENT("no longer where it was to run"),
        /** Not right before either, in another way. */
        OTHER("fails in another way"),
        BETTER("better than before");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        public boolean isRegression() {
            return this == CORRECTNESS || this == SUPPORT || this == PLACEMENT;
        }

        /** Empty where the verdicts are the same, and of what was not right and is skipped now: that tells nothing. */
        public static Optional<Kind> of(Verdict before, Verdict after) {
            if (before == after || (after == Verdict.SKIPPED && !before.isRight())) {
                return Optional.empty();
            }
            if (after.compareTo(before) < 0) {
                return Optional.of(BETTER);
            }
            if (!before.isRight()) {
                return Optional.of(OTHER);
            }
            return Optional.of(after.isRight() ? PLACEMENT : after.isFailure() ? CORRECTNESS : SUPPORT);
        }
    }

    /** What it comes to, and where it is counted if not here. */
    public String words() {
        return kind.words() + Sentences.countedIn(measuredIn);
    }

    /** Empty where the verdicts are the same, and of what was not right and is skipped now: that tells nothing. */
    static Optional<VerdictChange> of(String label, ComparedPlace place, CaseRun before, CaseRun after, String runId) {
        return Kind.of(before.verdict(), after.verdict())
                .map(kind -> new VerdictChange(
                        label,
                        place.target(),
                        before.verdict(),
                        after.verdict(),
                        kind,
                        after.decisive().failure().map(failure -> failure.message()),
                        runId,
                        after.reproduce(),
                        Optional.empty()));
    }

    /** The same, as one that is counted there. */
    VerdictChange countedIn(String place) {
        return new VerdictChange(label, target, before, after, kind, why, runId, reproduce, Optional.of(place));
    }

    /** Of a case that ran, and can no longer be read. */
    static VerdictChange unread(ComparedPlace place, CaseResult before, Selection.Unread unread) {
        return new VerdictChange(
                place.label(),
                place.target(),
                before.run().verdict(),
                Verdict.FAILED,
                before.run().verdict().isRight() ? Kind.SUPPORT : Kind.OTHER,
                Optional.of("it could not be read (%s: %s)".formatted(unread.code(), unread.message())),
                before.runId(),
                before.run().reproduce(),
                Optional.empty());
    }
}
