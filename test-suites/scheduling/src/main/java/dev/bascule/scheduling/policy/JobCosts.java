package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.time.ServiceTime;
import java.util.List;

/**
 * What one job costs on each worker of a round. Immutable.
 *
 * @param seconds expected, above 0, with credits; infinite where it cannot be done
 * @param high the upper end of the interval, in seconds, without credits; as expected where it is a guess
 * @param times what was said of each worker; of one that does not meet the requirement nothing was asked, and it is {@code Impossible}
 * @param best the least of the expected seconds
 */
record JobCosts(double[] seconds, double[] high, List<ServiceTime> times, double best) {

    boolean isPossible() {
        return Double.isFinite(best);
    }

    boolean isPossible(int worker) {
        return Double.isFinite(seconds[worker]);
    }

    boolean isGuess(int worker) {
        return times.get(worker) instanceof ServiceTime.Unknown;
    }
}
