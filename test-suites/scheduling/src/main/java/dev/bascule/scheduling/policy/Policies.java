package dev.bascule.scheduling.policy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;

/** The policies that there are, by name. Stateless. */
public final class Policies {
    /** What this product places by where nobody says. */
    public static final String USUAL = "assignment";

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String DRAWS = "random";
    private static final Map<String, LongFunction<Policy>> ALL = new LinkedHashMap<>();

    static {
        ALL.put(USUAL, seed -> new Assignment(AssignmentSettings.USUAL));
        ALL.put("delay", seed -> new Delay(PATIENCE));
        ALL.put("fifo", seed -> new Fifo());
        ALL.put(DRAWS, seed -> new RandomChoice(new Random(seed)));
        ALL.put("least-loaded", seed -> new LeastLoaded());
        ALL.put("fixed-priority", seed -> new FixedPriority(FixedPriority.USUAL));
    }

    private Policies() {}

    /** Whether a policy of that name does otherwise with another seed. */
    public static boolean draws(String name) {
        return name.equals(DRAWS);
    }

    /** Their names, ours first. */
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /**
     * A new one, without any memory of rounds before.
     *
     * @param seed of what it draws; those that draw nothing leave it
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for a name that there is not
     */
    public static Policy of(String name, long seed) {
        LongFunction<Policy> policy = ALL.get(name);
        if (policy == null) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "there is no policy '%s'%s".formatted(name, Nearest.hint(name, names())),
                    "take one of " + String.join(", ", names()));
        }
        return policy.apply(seed);
    }
}
