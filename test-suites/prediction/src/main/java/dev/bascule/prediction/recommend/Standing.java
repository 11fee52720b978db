package dev.bascule.prediction.recommend;

import java.time.Instant;
import java.util.List;

/** What the newest measurement of a model on a target says of whether it runs there, and right. */
public sealed interface Standing {

    /**
     * Right, and proven to have run there.
     *
     * @param notes what its reader has to know, such as {@code software adapter}
     */
    record Right(String runId, Instant at, List<String> notes) implements Standing {
        public Right {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Right, but not all of it was proven to be there: no measured fit.
     *
     * @param reason in one line
     * @param settled what would settle it
     */
    record Doubtful(String reason, Remedy settled) implements Standing {}

    /**
     * Wrong, unsupported, crashed...: never recommended.
     *
     * @param how it ended, and when
     * @param message what was said of it; blank where nothing was
     */
    record Fails(String how, String message) implements Standing {}

    /** Nobody tried. */
    record Unmeasured() implements Standing {}
}
