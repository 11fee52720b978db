package dev.bascule.fallback.driver;

/** What came of one {@link Tier}: either its evidence, or why it was not reached and the next step. Immutable. */
public sealed interface TierCheck {

    Tier tier();

    /** @param evidence what was seen, in a few words */
    record Passed(Tier tier, String evidence) implements TierCheck {}

    /**
     * @param reason what was missing or went wrong
     * @param nextStep the command, setting or part that gets past it
     */
    record Failed(Tier tier, String reason, String nextStep) implements TierCheck {}
}
