package dev.bascule.fallback.usage;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the machine was held back while something was measured. Immutable.
 *
 * @param causes what was seen; any makes the result a throttled one
 * @param watched what was watched, seen or not
 * @param unwatched what could not be watched, and why: silence about it is no all-clear
 */
public record Throttling(List<Cause> causes, List<String> watched, List<String> unwatched) {
    /** The watch on the hypervisor, which says nothing of clock and heat. */
    public static final String STEAL_WATCH = "hypervisor steal";

    /** The watch on limits of processor time, which says nothing of clock and heat either. */
    public static final String QUOTA_WATCH = "processor quota";

    private static final Set<String> SIDELIGHTS = Set.of(STEAL_WATCH, QUOTA_WATCH);

    public Throttling {
        causes = List.copyOf(causes);
        watched = List.copyOf(watched);
        unwatched = List.copyOf(unwatched);
    }

    public enum Kind {
        /** The clock fell while there was work. */
        FREQUENCY,
        /** A chip got too hot, by its own word. */
        THERMAL,
        /** A power limit or brake, by the chip's own word. */
        POWER,
        /** A container's or a unit's share of processor time was used up. */
        QUOTA,
        /** The hypervisor ran others. */
        STEAL
    }

    /** One thing that held the machine back, with the figures that show it. */
    public record Cause(Kind kind, String detail) {}

    /** Empty where nothing was seen, and neither clock nor heat could be watched. */
    public Optional<Boolean> throttled() {
        if (!causes.isEmpty()) {
            return Optional.of(true);
        }
        boolean cleared = !SIDELIGHTS.containsAll(watched);
        return cleared ? Optional.of(false) : Optional.empty();
    }
}
