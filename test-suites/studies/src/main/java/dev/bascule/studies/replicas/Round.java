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
 * @param batch samples of all of them
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
        int batch,
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

    /** Whether each sample of the batch was added up. */
    public boolean isWhole() {
        return samples == batch;
    }

    /** Whether each replica's own share was added up, and nobody's was with others. */
    public boolean isUndivided() {
        return shares.stream().allMatch(share -> share.fate() == Share.Fate.TAKEN);
    }

    /** Whether some were asked for what is another's share. */
    public boolean isResharded() {
        return shares.stream().anyMatch(share -> share.pieces() > 1);
    }

    Optional<Share> of(int rank) {
        return shares.stream().filter(share -> share.rank() == rank).findFirst();
    }
}
