package dev.bascule.cli.workers;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.policy.Assignment;
import dev.bascule.scheduling.policy.AssignmentSettings;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.policy.Policy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a coordinator places jobs. */
public final class PlacementOptions {
    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description =
                    "How jobs are placed: assignment (default), delay, fifo, random, least-loaded or fixed-priority.")
    private @Nullable String policy;

    @Option(
            names = "--power-cap",
            paramLabel = "WATTS",
            description =
                    "What all workers together may draw, as far as their sensors tell it; one without a sensor counts"
                            + " nothing. With the policy assignment.")
    private @Nullable Double watts;

    /** Whether any of it was typed. */
    boolean isAny() {
        return policy != null || watts != null;
    }

    /** @throws BasculeException USAGE_ERROR for a policy that there is not, or that knows no cap */
    Policy policy(long seed) {
        String name = Optional.ofNullable(policy).orElse(Policies.USUAL);
        if (watts == null) {
            return Policies.of(name, seed);
        }
        if (!name.equals(Policies.USUAL) || !(watts > 0)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--power-cap is of the policy %s, in watts above 0".formatted(Policies.USUAL),
                    "bascule coordinator --power-cap 400");
        }
        return new Assignment(AssignmentSettings.USUAL.withPowerCap(watts));
    }
}
