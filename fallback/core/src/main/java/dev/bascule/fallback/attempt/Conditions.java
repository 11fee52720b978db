package dev.bascule.fallback.attempt;

import java.util.Optional;

/**
 * What determined a case run's figures beside where it ran: with its target, machine and model, its place. Only cells of one place
 * are compared. Immutable.
 *
 * @param inputs what it was fed
 * @param plan how it was to be timed; empty where it was not to be
 */
public record Conditions(CaseInputs inputs, Optional<TimingPlan> plan) {

    /** Equal where inputs and plan are. */
    public String key() {
        return inputs.sha256() + plan.map(said -> "|" + said).orElse("");
    }
}
