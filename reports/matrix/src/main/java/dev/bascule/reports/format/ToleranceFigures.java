package dev.bascule.reports.format;

import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A tolerance as the figures that documents and tables keep. Immutable.
 *
 * @param measure {@code typical}, {@code close}, {@code ulp}, {@code noise}, {@code narrow-noise}, or {@code tf32-products-noise} and its like; {@code scaled} or absent in what earlier builds kept, which went by
 *     the root mean square
 * @param relative the part that grows with the expected value; 0 where there is none
 * @param absolute the part that does not, of {@code close} and {@code typical}
 * @param ulp units in the last place, of {@code ulp}
 * @param sigma standard deviations of what rounding explains of an element, of {@code noise} and its like
 */
public record ToleranceFigures(
        Optional<String> measure,
        double relative,
        OptionalDouble absolute,
        OptionalDouble ulp,
        OptionalDouble sigma,
        String basis) {
    private static final String TYPICAL = "typical";
    private static final String SCALED = "scaled";
    private static final String CLOSE = "close";
    private static final String ULP = "ulp";
    private static final String NOISE = "noise";
    private static final String NARROW = "narrow-noise";
    private static final String PRODUCTS = "-products-noise";

    public static ToleranceFigures of(Tolerance tolerance) {
        ElementTolerance perElement = tolerance.perElement();
        if (perElement instanceof ElementTolerance.Noise noise) {
            return new ToleranceFigures(
                    Optional.of(noise.products()
                            .map(products -> products.word() + PRODUCTS)
                            .orElse(noise.narrow() ? NARROW : NOISE)),
                    0,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.of(noise.limit()),
                    tolerance.basis());
        }
        if (perElement instanceof ElementTolerance.Ulps ulps) {
            return figures(ULP, tolerance, OptionalDouble.empty(), OptionalDouble.of(ulps.limit()));
        }
        if (perElement instanceof ElementTolerance.Close close) {
            return figures(CLOSE, tolerance, OptionalDouble.of(close.absolute()), OptionalDouble.empty());
        }
        return perElement instanceof ElementTolerance.Scaled scaled
                ? figures(TYPICAL, tolerance, OptionalDouble.of(scaled.floor()), OptionalDouble.empty())
                : figures(SCALED, tolerance, OptionalDouble.empty(), OptionalDouble.empty());
    }

    private static ToleranceFigures figures(
            String measure, Tolerance tolerance, OptionalDouble absolute, OptionalDouble ulp) {
        return new ToleranceFigures(
                Optional.of(measure), tolerance.relative(), absolute, ulp, OptionalDouble.empty(), tolerance.basis());
    }

    /**
     * The tolerance that these figures were of.
     *
     * @throws IllegalArgumentException for a measure that this build does not know
     */
    public Tolerance tolerance() {
        String kind = measure.orElse(SCALED);
        ElementTolerance perElement = switch (kind) {
            case TYPICAL -> new ElementTolerance.Scaled(relative, absolute.orElse(0));
            case SCALED -> new ElementTolerance.ByRms(relative);
            case CLOSE -> new ElementTolerance.Close(absolute.orElse(0), relative);
            case NOISE -> new ElementTolerance.Noise(sigma.orElse(0));
            case NARROW -> new ElementTolerance.Noise(sigma.orElse(0), true);
            case ULP -> new ElementTolerance.Ulps(ulp.orElse(0));
            default -> new ElementTolerance.Noise(sigma.orElse(0), false, Optional.of(products(kind)));
        };
        return new Tolerance(perElement, basis);
    }

    private static Precision products(String kind) {
        return Optional.of(kind)
                .filter(measure -> measure.endsWith(PRODUCTS))
                .flatMap(measure -> Precision.find(measure.substring(0, measure.length() - PRODUCTS.length())))
                .orElseThrow(() -> new IllegalArgumentException("no measure of a tolerance: " + kind));
    }
}
