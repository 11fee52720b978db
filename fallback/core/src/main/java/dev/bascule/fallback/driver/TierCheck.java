package dev.bascule.fallback.driver;

import dev.bascule.fallback.error.ErrorCode;
import java.util.Optional;
import java.util.function.Function;

/**
 * What came of one {@link Tier}: its evidence, why it was not reached and the next step, or why nobody looked. A tier is left
 * out only where one before it failed. Immutable.
 */
public sealed interface TierCheck {
    /** What each of the ways comes to. */
    <R> R fold(
            Function<? super Passed, ? extends R> whenPassed,
            Function<? super Failed, ? extends R> whenFailed,
            Function<? super Skipped, ? extends R> whenSkipped);

    Tier tier();

    /** @param evidence what was seen, in a few words */
    record Passed(Tier tier, String evidence) implements TierCheck {
        @Override
        public <R> R fold(
                Function<? super Passed, ? extends R> whenPassed,
                Function<? super Failed, ? extends R> whenFailed,
                Function<? super Skipped, ? extends R> whenSkipped) {
            return whenPassed.apply(this);
        }
    }

    /**
     * @param reason what was missing or went wrong
     * @param nextStep the command, setting or part that gets past it
     * @param code of whoever knows it; empty where a loader's or an engine's own words in the reason have to tell
     */
    record Failed(Tier tier, String reason, String nextStep, Optional<ErrorCode> code) implements TierCheck {

        /** Of which the reason has to tell. */
        public Failed(Tier tier, String reason, String nextStep) {
            this(tier, reason, nextStep, Optional.empty());
        }

        @Override
        public <R> R fold(
                Function<? super Passed, ? extends R> whenPassed,
                Function<? super Failed, ? extends R> whenFailed,
                Function<? super Skipped, ? extends R> whenSkipped) {
            return whenFailed.apply(this);
        }
    }

    /**
     * Not looked at: neither reached nor missed, and the tiers after it are looked at all the same.
     *
     * @param reason why it cannot be told
     */
    record Skipped(Tier tier, String reason) implements TierCheck {
        @Override
        public <R> R fold(
                Function<? super Passed, ? extends R> whenPassed,
                Function<? super Failed, ? extends R> whenFailed,
                Function<? super Skipped, ? extends R> whenSkipped) {
            return whenSkipped.apply(this);
        }
    }
}
