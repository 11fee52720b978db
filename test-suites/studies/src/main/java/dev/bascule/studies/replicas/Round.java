package dev.bascule.studies.replicas;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One round of all replicas. Immutable.
 *
 * @param step that it makes, from 1 on; none where no gradient came
 * @param shares of each replica, in rank order
 * @param loss the mean over all samples that were added up; no number where there are none
 * @param samples that were added up
 * @param shown whether replicas were asked for what they were fed, too
 * @param last who came last of those that came in time
 * @param gather from the question to the last gradient
 * @param reduce adding up, on the host
 * @param update on native CPU
 */
public record Round(
        OptionalLong step,
        List<Share> shares,
        double loss,
        int samples,
        boolean shown,
        OptionalInt last,
        Duration gather,
        Duration reduce,
        Duration update) {
    public Round {
        shares = List.copyOf(shares);
    }

    /** From the question to the new parameters. */
    public Duration whole() {
        return gather.plus(reduce).plus(update);
    }

    /** Whether each replica's gradient was added up. */
    public boolean isWhole() {
        return shares.stream().allMatch(share -> share.fate() == Share.Fate.TAKEN);
    }

    Optional<Share> of(int rank) {
        return shares.stream().filter(share -> share.rank() == rank).findFirst();
    }
}
