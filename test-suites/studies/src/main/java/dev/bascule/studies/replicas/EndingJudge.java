package dev.bascule.studies.replicas;

import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import java.util.Locale;
import java.util.Optional;

/** Judges where a run ended. Stateless. */
final class EndingJudge {
    private EndingJudge() {}

    /** @param ending empty where it or a worker beside it did not come to its end */
    static Finding of(Optional<Ending> ending) {
        return ending.map(EndingJudge::of)
                .orElseGet(() ->
                        Invariant.ENDS_AS_ONE.notJudged("the run, or one worker beside it, did not come to its end"));
    }

    private static Finding of(Ending ending) {
        String words = String.format(
                Locale.ROOT,
                "%.1e of its way off, %.1e allowed, for its batches backwards end %.1e off",
                ending.same(),
                ending.bound(),
                ending.order());
        if (!ending.isTelling()) {
            return Invariant.ENDS_AS_ONE.notJudged(words + ": rounding alone makes another training of it");
        }
        if (ending.same() > ending.bound() && ending.same() <= ending.another()) {
            return Invariant.ENDS_AS_ONE.notJudged(String.format(
                    Locale.ROOT,
                    "%s: up to %.1e it may be a unit on the edge of its step, which this backend rounds otherwise",
                    words,
                    ending.another()));
        }
        // What is no number is not near.
        return Invariant.ENDS_AS_ONE.of(ending.same() <= ending.bound(), words);
    }
}
