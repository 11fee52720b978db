package dev.bascule.quantization.method;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.quantization.KindTimes;
import dev.bascule.quantization.LayerPrecision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a plan is foretold to take, by what was measured of kinds of layers. Immutable. */
record PlanTimes(KindTimes times) {
    /** Shares of a kind add up to it but for rounding. */
    private static final double ROUNDING = 1e-9;

    /** As {@link KindTimes#price}. */
    OptionalDouble price(String weight, LayerPrecision precision) {
        return times.price(weight, precision);
    }

    /** That layers may add, in times of the unquantised model; below 0 they must take less. */
    double mostMore() {
        return times.most() - 1;
    }

    /**
     * What is foretold by what was measured of each kind, and how that stands to the limit. A plan is chosen by less: by kinds whose time can be
     * told from the unquantised model's.
     *
     * @param frame bytes of the file besides weights
     */
    List<String> words(TimedPlan.Choice choice, Map<String, List<HybridPlan.Option>> options, long frame) {
        Map<String, LayerPrecision> chosen = new LinkedHashMap<>();
        choice.plan().forEach((weight, option) -> chosen.put(weight, option.precision()));
        Optional<Interval> ends = times.between(chosen);
        List<String> words = new ArrayList<>(List.of(String.format(
                Locale.ROOT,
                "foretold natively: %.2f times the unquantised model's time%s, by what its kinds of layers take",
                times.foretold(chosen),
                ends.map(known -> String.format(Locale.ROOT, " (%.2f to %.2f)", known.low(), known.high()))
                        .orElse(" (no interval, so nothing is told apart)"))));
        boolean told = choice.plan().values().stream().anyMatch(option -> option.time() != 0);
        boolean fewer = chosen.values().stream().anyMatch(precision -> precision != LayerPrecision.FLOAT32);
        if (fewer && !told) {
            words.add("no kind of layers in these bits can be told from the unquantised model's time");
        }
        if (choice.keepsTime()) {
            ends.filter(known -> known.high() > times.most() + ROUNDING)
                    .ifPresent(known -> words.add(String.format(
                            Locale.ROOT,
                            "its interval reaches beyond the limit, %.2f times the unquantised model's time",
                            times.most())));
        } else {
            OptionalLong fewest = TimedPlan.fewestBytes(options, mostMore());
            words.add(String.format(
                    Locale.ROOT,
                    "by the kinds that can be told from 1, no choice of that size that was tried takes at most %.2f times the"
                            + " time: this one takes least, %.2f more; %s",
                    times.most(),
                    HybridPlan.time(choice.plan()) - mostMore(),
                    fewest.isPresent()
                            ? String.format(
                                    Locale.ROOT, "some %,d bytes would keep that time", fewest.getAsLong() + frame)
                            : "no size that could be told keeps it"));
        }
        return words;
    }
}
