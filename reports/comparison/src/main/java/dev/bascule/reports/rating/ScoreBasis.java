package dev.bascule.reports.rating;

import dev.bascule.reports.comparison.Percent;
import dev.bascule.reports.comparison.RunNoise;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a score rests on besides its figures, which a reader should not have to guess.
 *
 * @param right how many right cells are in it
 * @param unproven of these, how many ran where no engine's own record shows it
 * @param assumed the noise between runs that its interval takes for granted, the greatest; empty where it was measured, or no
 *     speed is in it
 */
public record ScoreBasis(int right, int unproven, Optional<RunNoise> assumed) {
    public static final ScoreBasis NONE = new ScoreBasis(0, 0, Optional.empty());

    public ScoreBasis {
        if (unproven < 0 || unproven > right) {
            throw new IllegalArgumentException(unproven + " of " + right + " cells");
        }
    }

    ScoreBasis with(ScoreBasis other) {
        return new ScoreBasis(
                right + other.right,
                unproven + other.unproven,
                Stream.concat(assumed.stream(), other.assumed.stream())
                        .max(Comparator.comparingDouble(RunNoise::deviation)));
    }

    /** {@code unproven}, {@code 1 of 3 unproven}; empty where all is proven. */
    public Optional<String> proof() {
        return unproven == 0
                ? Optional.empty()
                : Optional.of(unproven == right ? "unproven" : "%d of %d unproven".formatted(unproven, right));
    }

    /** Why the interval is no measured one; empty where it is. */
    public Optional<String> assumption() {
        return assumed.map(noise -> "the interval assumes %s %% of noise between runs: one run only"
                .formatted(Percent.figure(Math.expm1(noise.deviation()) * 100)));
    }
}
