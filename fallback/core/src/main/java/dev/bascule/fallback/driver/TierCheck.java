package dev.bascule.fallback.driver;

/**
 * What came of one {@link Tier}: its evidence, why it was not reached and the next step, or why nobody looked. A tier is left
 * out only where one before it failed. Immutable.
 */
public sealed interface TierCheck {

    Tier tier();

    /** @param evidence what was seen, in a few words */
    record Passed(Tier tier, String evidence) implements TierCheck {}

    /**
     * @param reason what was missing or went wrong
     * @param nextStep the command, setting or part that gets past it
     */
    record Failed(Tier tier, String reason, String nextStep) implements TierCheck {}

    /**
     * Not looked at: neither reached nor missed, and the tiers after it are looked at all the same.
     *
     * @param reason why it cannot be told
     */
    record Skipped(Tier tier, String reason) implements TierCheck {}
}
