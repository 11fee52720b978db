package dev.bascule.quantization;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What layers take in time natively when all of a kind are written in fewer bits and all others stay, as it was measured in turn with the
 * unquantised model. A layer alone takes too little to be told from noise: it has its share of what its kind takes. Immutable.
 *
 * @param kinds in the graph's order
 * @param most times the unquantised model's time that a choice may take
 */
public record KindTimes(List<Kind> kinds, double most) {
    public KindTimes {
        kinds = List.copyOf(kinds);
        if (!(most > 0) || Double.isInfinite(most)) {
            throw new IllegalArgumentException("nothing takes at most %s times the time".formatted(most));
        }
    }

    /**
     * Layers that one kernel computes.
     *
     * @param name as {@code Conv}
     * @param shares of its layers by their weights; they add up to 1
     * @param ratios of the model with all of them in a precision to the unquantised model; none of a precision that did not run
     */
    public record Kind(String name, Map<String, Double> shares, Map<LayerPrecision, Ratio> ratios) {
        public Kind {
            shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
            Map<LayerPrecision, Ratio> ordered = new EnumMap<>(LayerPrecision.class);
            ordered.putAll(ratios);
            ratios = Collections.unmodifiableMap(ordered);
        }
    }

    /**
     * What a layer in a precision adds to the time for who chooses, in times of the unquantised model; below 0 it takes less. 0 of float32, and
     * where an interval has 1 in it or there is none: then nothing can be told. Empty where the kind did not run in it.
     */
    public OptionalDouble price(String weight, LayerPrecision precision) {
        return precision == LayerPrecision.FLOAT32
                ? OptionalDouble.of(0)
                : of(weight, precision)
                        .map(part -> OptionalDouble.of(part.share() * sure(part.ratio())))
                        .orElse(OptionalDouble.empty());
    }

    private static double sure(Ratio ratio) {
        boolean told =
                ratio.ci95().filter(ends -> ends.low() > 1 || ends.high() < 1).isPresent();
        return told ? ratio.value() - 1 : 0;
    }

    /**
     * What a choice takes when each kind takes what was measured, whether that can be told from 1 or not, in times of the unquantised model; not
     * below 0.
     *
     * @throws IllegalArgumentException where one of its kinds did not run in the precision
     */
    public double foretold(Map<String, LayerPrecision> chosen) {
        double sum = 1;
        for (Map.Entry<String, LayerPrecision> each : chosen.entrySet()) {
            if (each.getValue() != LayerPrecision.FLOAT32) {
                Part part = of(each.getKey(), each.getValue())
                        .orElseThrow(() -> new IllegalArgumentException(
                                "%s did not run in %s".formatted(each.getKey(), each.getValue())));
                sum += part.share() * (part.ratio().value() - 1);
            }
        }
        return Math.max(0, sum);
    }

    /** Between what times a choice lies when each kind takes what the ends of its interval say, not below 0; empty where one has no interval. */
    public Optional<Interval> between(Map<String, LayerPrecision> chosen) {
        double low = 1;
        double high = 1;
        for (Map.Entry<String, LayerPrecision> each : chosen.entrySet()) {
            if (each.getValue() != LayerPrecision.FLOAT32) {
                Optional<Part> part = of(each.getKey(), each.getValue());
                Optional<Interval> ends = part.flatMap(known -> known.ratio().ci95());
                if (ends.isEmpty()) {
                    return Optional.empty();
                }
                low += part.orElseThrow().share() * (ends.orElseThrow().low() - 1);
                high += part.orElseThrow().share() * (ends.orElseThrow().high() - 1);
            }
        }
        return Optional.of(new Interval(Math.max(0, low), Math.max(0, high)));
    }

    private record Part(double share, Ratio ratio) {}

    private Optional<Part> of(String weight, LayerPrecision precision) {
        return kinds.stream()
                .filter(kind -> kind.shares().containsKey(weight))
                .findFirst()
                .flatMap(kind -> Optional.ofNullable(kind.ratios().get(precision))
                        .map(ratio -> new Part(kind.shares().getOrDefault(weight, 0.0), ratio)));
    }
}
