package dev.bascule.quantization.method;

import dev.bascule.quantization.method.HybridPlan.Move;
import dev.bascule.quantization.method.HybridPlan.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/**
 * As {@link HybridPlan}, under a time too. What layers add to it is taken to add up. Time enters by a multiplier: plans lose little by
 * "loss + multiplier × time" (Everett, "Generalized Lagrange multiplier method", Operations Research 11, 1963; so bits are allotted in Shoham and
 * Gersho, "Efficient bit allocation for an arbitrary set of quantizers", 1988). Stateless.
 */
final class TimedPlan {
    private static final int HALVINGS = 14;
    /** Multipliers in units of the greatest loss for the greatest time: from hardly any weight to hardly anything but time. */
    private static final double LEAST = 1e-9;

    private static final double GREATEST = 1e9;
    /** Shares of a kind add up to it but for rounding. */
    private static final double ROUNDING = 1e-9;

    private TimedPlan() {}

    /**
     * A plan that keeps the bytes.
     *
     * @param keepsTime whether it keeps the time too; else no plan that was tried does, and this one takes least
     */
    record Choice(Map<String, Option> plan, boolean keepsTime) {}

    /**
     * The plan without a time, where that keeps it; else the least multiplier whose plan does is looked for by halving, and the plans on the way
     * that keep it get better as long as they do. The same input gives the same plan.
     *
     * @param layers options by the name of the weight, in an order that settles ties; each has float32, first
     * @param most bytes of all
     * @param mostTime that all may add, in times of the unquantised model
     * @return empty where even the fewest bytes are too many
     */
    static Optional<Choice> of(Map<String, List<Option>> layers, long most, double mostTime) {
        double time = mostTime + ROUNDING;
        Scale scale = Scale.of(layers);
        Optional<Map<String, Option>> plain = weighed(layers, most, scale, 0);
        if (plain.map(plan -> HybridPlan.time(plan) <= time).orElse(true)) {
            return plain.map(plan -> new Choice(plan, true));
        }
        Map<String, Option> least = weighed(layers, most, scale, GREATEST).orElseThrow();
        List<Map<String, Option>> keep = new ArrayList<>();
        uniform(layers).stream()
                .filter(plan -> HybridPlan.bytes(plan) <= most && HybridPlan.time(plan) <= time)
                .forEach(keep::add);
        if (HybridPlan.time(least) <= time) {
            keep.add(least);
            double low = Math.log(LEAST);
            double high = Math.log(GREATEST);
            for (int i = 0; i < HALVINGS; i++) {
                double middle = (low + high) / 2;
                Map<String, Option> plan =
                        weighed(layers, most, scale, Math.exp(middle)).orElseThrow();
                if (HybridPlan.time(plan) <= time) {
                    keep.add(plan);
                    high = middle;
                } else {
                    low = middle;
                }
            }
        }
        boolean keepsTime = !keep.isEmpty();
        double allowed = keepsTime ? time : HybridPlan.time(least) + ROUNDING;
        Map<String, List<Option>> useful = new LinkedHashMap<>();
        layers.forEach((weight, options) -> useful.put(weight, HybridPlan.useful(options)));
        List<Map<String, Option>> plans = keepsTime ? keep : List.of(least);
        plans.forEach(plan -> HybridPlan.better(useful, plan, most, allowed));
        return plans.stream()
                .min(Comparator.comparingDouble(HybridPlan::loss))
                .map(plan -> new Choice(plan, keepsTime));
    }

    /** The fewest bytes that a plan was found to need for a time: from the least time, as many bytes less as that leaves; empty where none keeps it. */
    static OptionalLong fewestBytes(Map<String, List<Option>> layers, double mostTime) {
        Map<String, Option> plan = new LinkedHashMap<>();
        layers.forEach((weight, options) -> options.stream()
                .min(Comparator.comparingDouble(Option::time).thenComparingLong(Option::bytes))
                .ifPresent(option -> plan.put(weight, option)));
        while (HybridPlan.time(plan) <= mostTime + ROUNDING) {
            double left = mostTime + ROUNDING - HybridPlan.time(plan);
            Optional<Move> down = HybridPlan.moves(layers, plan).stream()
                    .filter(move -> move.bytes() < 0 && move.time() <= left)
                    .min(Comparator.comparingDouble(move -> move.time() / -move.bytes()));
            if (down.isEmpty()) {
                return OptionalLong.of(HybridPlan.bytes(plan));
            }
            plan.put(down.orElseThrow().weight(), down.orElseThrow().to());
        }
        return OptionalLong.empty();
    }

    /** The greatest loss and the greatest time, so that a multiplier has no unit. */
    private record Scale(double loss, double time) {
        static Scale of(Map<String, List<Option>> layers) {
            return new Scale(greatest(layers, Option::loss), greatest(layers, option -> Math.abs(option.time())));
        }

        private static double greatest(Map<String, List<Option>> layers, ToDoubleFunction<Option> of) {
            double greatest = layers.values().stream()
                    .flatMap(List::stream)
                    .mapToDouble(of)
                    .max()
                    .orElse(0);
            return greatest > 0 ? greatest : 1;
        }
    }

    /** Without a multiplier the very plan of {@link HybridPlan}. */
    private static Optional<Map<String, Option>> weighed(
            Map<String, List<Option>> layers, long most, Scale scale, double multiplier) {
        Map<String, List<Option>> weighed = new LinkedHashMap<>();
        layers.forEach((weight, options) -> weighed.put(
                weight,
                options.stream()
                        .map(option -> new Option(
                                option.precision(),
                                option.bytes(),
                                multiplier == 0
                                        ? option.loss()
                                        : option.loss() / scale.loss() + multiplier * option.time() / scale.time()))
                        .toList()));
        return HybridPlan.of(weighed, most).map(plan -> {
            Map<String, Option> own = new LinkedHashMap<>();
            plan.forEach((weight, chosen) -> layers.getOrDefault(weight, List.of()).stream()
                    .filter(option -> option.precision() == chosen.precision())
                    .findFirst()
                    .ifPresent(option -> own.put(weight, option)));
            return own;
        });
    }

    private static List<Map<String, Option>> uniform(Map<String, List<Option>> layers) {
        return layers.values().stream()
                .flatMap(List::stream)
                .map(Option::precision)
                .distinct()
                .map(precision -> HybridPlan.uniform(layers, precision))
                .toList();
    }
}
