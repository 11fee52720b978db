package dev.bascule.quantization.method;

import dev.bascule.quantization.KindTimes;
import dev.bascule.quantization.LayerPrecision;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a plan is foretold to take, by what was measured of kinds of layers. Immutable. */
record PlanTimes(KindTimes times) {

    /** As {@link KindTimes#price}. */
    OptionalDouble price(String weight, LayerPrecision precision) {
        return times.price(weight, precision);
    }

    /** That layers may add, in times of the unquantised model; below 0 they must take less. */
    double mostMore() {
        return times.most() - 1;
    }

    /**
     * What is foretold, and how far from the limit that is where no plan keeps it.
     *
     * @param frame bytes of the file besides weights
     */
    List<String> words(TimedPlan.Choice choice, Map<String, List<HybridPlan.Option>> options, long frame) {
        double foretold = 1 + HybridPlan.time(choice.plan());
        List<String> words = new ArrayList<>(List.of(String.format(
                Locale.ROOT,
                "foretold natively: %.2f times the unquantised model's time%s, by what its kinds of layers take",
                foretold,
                between(choice.plan()))));
        boolean told = choice.plan().values().stream().anyMatch(option -> option.time() != 0);
        boolean fewer =
                choice.plan().values().stream().anyMatch(option -> option.precision() != LayerPrecision.FLOAT32);
        if (fewer && !told) {
            words.add("no kind of layers in these bits can be told from the unquantised model's time");
        }
        if (!choice.keepsTime()) {
            OptionalLong fewest = TimedPlan.fewestBytes(options, mostMore());
            words.add(String.format(
                    Locale.ROOT,
                    "no choice of that size that was tried is foretold to take at most %.2f times the time: this one takes"
                            + " least, %.2f more; %s",
                    times.most(),
                    foretold - times.most(),
                    fewest.isPresent()
                            ? String.format(
                                    Locale.ROOT, "some %,d bytes would keep that time", fewest.getAsLong() + frame)
                            : "no size would keep that time"));
        }
        return words;
    }

    private String between(Map<String, HybridPlan.Option> plan) {
        Map<String, LayerPrecision> chosen = new LinkedHashMap<>();
        plan.forEach((weight, option) -> chosen.put(weight, option.precision()));
        return times.between(chosen)
                .map(ends -> String.format(Locale.ROOT, " (%.2f to %.2f)", ends.low(), ends.high()))
                .orElse(" (no interval, so nothing is told apart)");
    }
}
