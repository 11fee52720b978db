package dev.bascule.fallback.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Figures of energy, by domain and together. A domain is a part of the machine with a counter of its own, which counts for
 * everybody who uses it; no domain holds another. Stateless.
 */
final class EnergyFigures {
    private EnergyFigures() {}

    /**
     * @param joules of the measured blocks, by domain
     * @param idleWatts by domain
     */
    static List<UsageFigure> of(
            Map<String, Reading<Double>> joules,
            Map<String, Reading<Double>> idleWatts,
            double seconds,
            long inferences) {
        List<UsageFigure> figures = new ArrayList<>();
        Map<String, Reading<Double>> counted = new TreeMap<>(joules);
        counted.remove(Subjects.TOTAL);
        List<String> known = counted.entrySet().stream()
                .filter(entry -> entry.getValue().isKnown())
                .map(Map.Entry::getKey)
                .toList();
        if (!known.isEmpty()) {
            counted.forEach(
                    (domain, spent) -> add(figures, domain, spent, idle(idleWatts, domain), seconds, inferences));
        }
        Optional<Double> sum = known.stream()
                .map(domain -> counted.getOrDefault(domain, Reading.unknown(""))
                        .optional()
                        .orElse(0.0))
                .reduce(Double::sum);
        String domains = "the sum of " + String.join(", ", known);
        Reading<Double> total = sum.map(all -> Reading.known(all, domains)).orElseGet(() -> why(joules));
        List<Reading<Double>> resting =
                known.stream().map(domain -> idle(idleWatts, domain)).toList();
        Reading<Double> idle = resting.isEmpty()
                ? Reading.unknown(total.words())
                : resting.stream()
                        .filter(each -> !each.isKnown())
                        .findFirst()
                        .orElseGet(() -> Reading.known(
                                resting.stream()
                                        .mapToDouble(each -> each.optional().orElse(0.0))
                                        .sum(),
                                resting.get(0).words()));
        add(figures, Subjects.TOTAL, total, idle, seconds, inferences);
        return figures;
    }

    private static Reading<Double> why(Map<String, Reading<Double>> joules) {
        return Reading.unknown(joules.values().stream()
                .map(Reading::words)
                .distinct()
                .reduce((one, other) -> one + "; " + other)
                .orElse("nothing was measured"));
    }

    private static Reading<Double> idle(Map<String, Reading<Double>> idleWatts, String domain) {
        return idleWatts.getOrDefault(domain, Reading.unknown("the idle machine was not measured"));
    }

    private static void add(
            List<UsageFigure> figures,
            String domain,
            Reading<Double> joules,
            Reading<Double> idle,
            double seconds,
            long inferences) {
        figures.add(new UsageFigure(domain, Quantity.ENERGY, joules));
        if (!joules.isKnown()) {
            // One reason for all of them: without the counter there is nothing to divide or to take away from.
            figures.add(new UsageFigure(domain, Quantity.ENERGY_PER_INFERENCE, joules));
            return;
        }
        figures.add(new UsageFigure(domain, Quantity.POWER_MEAN, joules.map(spent -> spent / seconds)));
        figures.add(new UsageFigure(domain, Quantity.ENERGY_PER_INFERENCE, each(joules, inferences)));
        figures.add(new UsageFigure(domain, Quantity.IDLE_POWER, idle));
        figures.add(new UsageFigure(
                domain,
                Quantity.ENERGY_PER_INFERENCE_ABOVE_IDLE,
                idle.flatMap(watts -> each(joules.map(spent -> spent - watts.figure() * seconds), inferences))));
    }

    private static Reading<Double> each(Reading<Double> joules, long inferences) {
        return inferences > 0 ? joules.map(spent -> spent / inferences) : Reading.unknown("no inference was timed");
    }
}
