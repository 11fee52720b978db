package dev.bascule.nativerunner.machine;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the machine was doing at a moment. A figure that the system does not give is empty.
 *
 * @param average processes running or waiting, averaged over the last minute
 * @param meanMegahertz mean of the logical processors' present frequencies
 * @param cores logical processors
 * @param byOthers logical processors that other programs kept busy just now; looked at only where the average is high, which it
 *     stays for a minute after a build or an earlier run has ended
 */
public record Load(OptionalDouble average, OptionalDouble meanMegahertz, int cores, OptionalDouble byOthers) {
    private static final double BUSY_PER_CORE = 0.75;
    private static final double OTHERS_PER_CORE = 0.1;
    private static final double FREQUENCY_CHANGE = 0.10;

    /** Whether the last minute was busy; whether it still is, its average does not say. */
    boolean wasBusy() {
        return average.isPresent() && average.getAsDouble() > BUSY_PER_CORE * cores;
    }

    /** What others did before a run, with the frequency of a moment in it. */
    public Load at(Load moment) {
        return new Load(average, moment.meanMegahertz, cores, byOthers);
    }

    Load withOthers(OptionalDouble busy) {
        return new Load(average, meanMegahertz, cores, busy);
    }

    /**
     * Why figures measured between this moment and a later one may be noisy; empty when nothing says so. The average of
     * the later moment contains the run itself, so only this one's counts as foreign work.
     */
    public Optional<String> noiseUntil(Load later) {
        if (byOthers.isPresent() && byOthers.getAsDouble() > OTHERS_PER_CORE * cores) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "noisy: other programs kept %.1f of %d logical processors busy before the run",
                    byOthers.getAsDouble(),
                    cores));
        }
        if (byOthers.isEmpty() && wasBusy()) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "noisy: load average %.1f on %d logical processors before the run",
                    average.orElseThrow(),
                    cores));
        }
        if (meanMegahertz.isPresent() && later.meanMegahertz.isPresent()) {
            double change = later.meanMegahertz.getAsDouble() / meanMegahertz.getAsDouble() - 1;
            if (Math.abs(change) > FREQUENCY_CHANGE) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "noisy: the processors' frequency went from %.0f to %.0f MHz during the run",
                        meanMegahertz.getAsDouble(),
                        later.meanMegahertz.getAsDouble()));
            }
        }
        return Optional.empty();
    }
}
