package dev.bascule.app.generate;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.backend.Chain;
import java.util.Optional;

/** What a test is wanted of. */
public sealed interface TestWish {

    /** A cell that was measured: the test holds what it came to. */
    record Measured(RunRecord run, CaseRun cell) implements TestWish {}

    /**
     * A model on a target that has no data yet: the test finds out.
     *
     * @param model what runs
     * @param chain where; a chain of one backend is a target
     * @param browsers as {@code --browsers} takes them; empty for {@code auto}
     */
    record Gap(GapModel model, Chain chain, Optional<String> browsers) implements TestWish {}

    /** The model of a gap. */
    sealed interface GapModel {

        /** What {@code bascule run} takes for a model. */
        record Named(String reference) implements GapModel {}

        /** The model of a cell on another target, with its inputs and settings. */
        record Like(RunRecord run, CaseRun cell) implements GapModel {}
    }
}
