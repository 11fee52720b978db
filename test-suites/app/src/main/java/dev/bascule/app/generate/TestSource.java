package dev.bascule.app.generate;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.run.RunRecord;
import java.util.Optional;
import java.util.function.Function;

/** The cell or model that a test is for. */
public sealed interface TestSource {
    /** What either case comes to. */
    <R> R fold(Function<? super Measured, ? extends R> whenMeasured, Function<? super Gap, ? extends R> whenGap);

    /** A cell that was measured: the test holds what it came to. */
    record Measured(RunRecord run, CaseRun cell) implements TestSource {
        @Override
        public <R> R fold(
                Function<? super Measured, ? extends R> whenMeasured, Function<? super Gap, ? extends R> whenGap) {
            return whenMeasured.apply(this);
        }
    }

    /**
     * A model on a target that has no data yet: the test finds out.
     *
     * @param model what runs
     * @param chain where; a chain of one backend is a target
     * @param browsers as {@code --browsers} takes them; empty for {@code auto}
     */
    record Gap(GapModel model, Chain chain, Optional<String> browsers) implements TestSource {
        @Override
        public <R> R fold(
                Function<? super Measured, ? extends R> whenMeasured, Function<? super Gap, ? extends R> whenGap) {
            return whenGap.apply(this);
        }
    }

    /** The model of a gap. */
    sealed interface GapModel {
        /** What either case comes to. */
        <R> R fold(Function<? super String, ? extends R> whenNamed, Function<? super Like, ? extends R> whenLike);

        /** What {@code bascule run} takes for a model. */
        record Named(String reference) implements GapModel {
            @Override
            public <R> R fold(
                    Function<? super String, ? extends R> whenNamed, Function<? super Like, ? extends R> whenLike) {
                return whenNamed.apply(reference);
            }
        }

        /** The model of a cell on another target, with its inputs and settings. */
        record Like(RunRecord run, CaseRun cell) implements GapModel {
            @Override
            public <R> R fold(
                    Function<? super String, ? extends R> whenNamed, Function<? super Like, ? extends R> whenLike) {
                return whenLike.apply(this);
            }
        }
    }
}
