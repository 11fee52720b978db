package dev.bascule.reports.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is to know of a command that made a model smaller before it is read. Immutable.
 *
 * @param command its id
 * @param at when it began
 * @param model by name
 * @param data that judged
 * @param made how many variants there are beside the model as it is
 * @param targets in the order measured
 * @param interrupted whether somebody stopped it
 * @param imported whether it was read from another history
 */
public record QuantizationHeading(
        String command,
        Instant at,
        String model,
        String data,
        int made,
        List<Target> targets,
        boolean interrupted,
        boolean imported) {

    /**
     * @param target its id
     * @param advised a variant, or the nearest to the budget; empty where nothing was measured
     * @param keeps whether it surely keeps the budget
     */
    public record Target(String target, Optional<String> advised, boolean keeps) {
        /** What to take, for people. */
        public String words() {
            return advised.map(variant -> keeps ? variant : "none (nearest: %s)".formatted(variant))
                    .orElse("none");
        }
    }

    public QuantizationHeading {
        targets = List.copyOf(targets);
    }
}
