package dev.bascule.fallback.chain;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import java.util.List;

/**
 * Walks a chain. A pure function from the attempts made so far to what comes next, so that it cannot lose one; knows
 * nothing of browsers or engines. Immutable and thread-safe.
 *
 * @param chain the backends in order
 * @param policy which failures move on
 */
public record Resolver(Chain chain, FallbackPolicy policy) {

    /** What comes next. */
    public sealed interface Decision {

        /** Try this backend. */
        record Try(Backend backend) implements Decision {}

        /** The chain has ended. */
        record Done(Verdict verdict) implements Decision {}
    }

    /**
     * The decision after these attempts.
     *
     * @param attempts all attempts so far, in order: the i-th on the i-th rung
     */
    public Decision next(List<Attempt> attempts) {
        for (int i = 0; i < attempts.size(); i++) {
            if (i >= chain.rungs().size()
                    || !attempts.get(i).target().backend().equals(chain.rungs().get(i))) {
                throw new IllegalArgumentException("attempt " + i + " is not on rung " + i + " of " + chain);
            }
        }
        if (attempts.isEmpty()) {
            return new Decision.Try(chain.first());
        }
        Attempt last = attempts.get(attempts.size() - 1);
        boolean another = attempts.size() < chain.rungs().size();
        if (another && policy.movesOnAfter(last)) {
            return new Decision.Try(chain.rungs().get(attempts.size()));
        }
        return new Decision.Done(Verdict.of(attempts, List.of()));
    }
}
