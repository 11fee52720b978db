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
 */
public record Load(OptionalDouble average, OptionalDouble meanMegahertz, int cores) {
    private static final double BUSY_PER_CORE = 0.75;
    private static final double FREQUENCY_CHANGE = 0.10;

    /**
     * Why figures measured between this moment and a later one may be noisy; empty when nothing says so. The average of
     * the later moment contains the run itself, so only this one's counts as foreign work.
     */
    public Optional<String> noiseUntil(Load later) {
        if (average.isPresent() && average.getAsDouble() > BUSY_PER_CORE * cores) {
            return Optional.of(String.format(
                    Locale.ROOT,
                    "noisy: load average %.1f on %d logical processors before the run",
                    average.getAsDouble(),
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
