package dev.bascule.quantization.method;

import dev.bascule.quantization.LayerPrecision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which layer gets how many bits, so that all keep so many bytes and together lose little. Losses of layers alone are taken to add up, which is a
 * guess: what the whole loses is measured of it like of any variant. Stateless.
 */
final class HybridPlan {
    private HybridPlan() {}

    /**
     * What a layer can become.
     *
     * @param bytes of all that stands for it
     * @param loss 0 of float32
     * @param time that it adds, in times of the unquantised model; 0 of float32, and where nobody measured it
     */
    record Option(LayerPrecision precision, long bytes, double loss, double time) {
        Option(LayerPrecision precision, long bytes, double loss) {
            this(precision, bytes, loss, 0);
        }
    }

    /**
     * Greedy: from all in float32 down, each step the one that loses least for a byte; then layers up, or one up and another down, as
     * long as that wins. So too from all layers in the same bits, where that fits: the plan that loses least is taken, which is no worse than
     * any of those. The same input gives the same plan.
     *
     * @param layers options by the name of the weight, in an order that settles ties; each has float32, first
     * @param most bytes of all
     * @return empty where even the fewest bytes are too many
     */
    static Optional<Map<String, Option>> of(Map<String, List<Option>> layers, long most) {
        Map<String, List<Option>> useful = new LinkedHashMap<>();
        layers.forEach((weight, options) -> useful.put(weight, useful(options)));
        Map<String, Option> plan = new LinkedHashMap<>();
        useful.forEach((weight, options) -> plan.put(weight, options.get(0)));
        while (bytes(plan) > most) {
            Optional<Move> down = moves(useful, plan).stream()
                    .filter(move -> move.bytes() < 0)
                    .min(Comparator.comparingDouble(move -> move.loss() / -move.bytes()));
            if (down.isEmpty()) {
                return Optional.empty();
            }
            plan.put(down.orElseThrow().weight(), down.orElseThrow().to());
        }
        List<Map<String, Option>> plans = new ArrayList<>(List.of(plan));
        for (LayerPrecision precision : LayerPrecision.values()) {
            Map<String, Option> uniform = uniform(layers, precision);
            if (bytes(uniform) <= most) {
                plans.add(uniform);
            }
        }
        plans.forEach(each -> better(useful, each, most, Double.POSITIVE_INFINITY));
        return plans.stream().min(Comparator.comparingDouble(HybridPlan::loss));
    }

    /** All in the same bits; a layer that does not have them stays in float32. */
    static Map<String, Option> uniform(Map<String, List<Option>> layers, LayerPrecision precision) {
        Map<String, Option> plan = new LinkedHashMap<>();
        layers.forEach((weight, options) -> plan.put(
                weight,
                options.stream()
                        .filter(option -> option.precision() == precision)
                        .findFirst()
                        .orElseGet(() -> options.get(0))));
        return plan;
    }

    /** One layer up, or one up and another down, as long as that fits and wins something: each round loses less, so it ends. */
    static void better(Map<String, List<Option>> layers, Map<String, Option> plan, long most, double mostTime) {
        while (true) {
            long left = most - bytes(plan);
            double timeLeft = mostTime - time(plan);
            List<Move> moves = moves(layers, plan);
            List<Move> ups = moves.stream().filter(move -> move.loss() < 0).toList();
            double won = 0;
            List<Move> best = List.of();
            for (Move up : ups) {
                if (up.bytes() <= left && up.time() <= timeLeft && up.loss() < won) {
                    won = up.loss();
                    best = List.of(up);
                }
                for (Move down : moves) {
                    boolean fits = up.bytes() + down.bytes() <= left
                            && up.time() + down.time() <= timeLeft
                            && !down.weight().equals(up.weight());
                    if (fits && up.loss() + down.loss() < won) {
                        won = up.loss() + down.loss();
                        best = List.of(up, down);
                    }
                }
            }
            if (best.isEmpty()) {
                return;
            }
            best.forEach(move -> plan.put(move.weight(), move.to()));
        }
    }

    /** One layer into another precision, and what that adds. */
    record Move(String weight, Option to, long bytes, double loss, double time) {}

    static List<Move> moves(Map<String, List<Option>> layers, Map<String, Option> plan) {
        List<Move> moves = new ArrayList<>();
        plan.forEach((weight, now) -> layers.getOrDefault(weight, List.of())
                .forEach(to -> moves.add(new Move(
                        weight, to, to.bytes() - now.bytes(), to.loss() - now.loss(), to.time() - now.time()))));
        return moves;
    }

    /** Without those that another has fewer bytes than, loses no more than and takes no longer than; the most bytes first. */
    static List<Option> useful(List<Option> options) {
        return options.stream()
                .filter(option -> options.stream()
                        .noneMatch(other -> other.bytes() < option.bytes()
                                && other.loss() <= option.loss()
                                && other.time() <= option.time()))
                .sorted(Comparator.comparingLong(Option::bytes).reversed())
                .toList();
    }

    static long bytes(Map<String, Option> plan) {
        return plan.values().stream().mapToLong(Option::bytes).sum();
    }

    static double loss(Map<String, Option> plan) {
        return plan.values().stream().mapToDouble(Option::loss).sum();
    }

    static double time(Map<String, Option> plan) {
        return plan.values().stream().mapToDouble(Option::time).sum();
    }
}
