package dev.bascule.suites.distribute;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Predicts what a cut in two would take, from a few cuts that were measured: each part's computing is drawn out in straight
 * lines between the measured cuts (nothing at one end, the whole at the other), the ways come from {@link TransferModel}.
 * Parts are measured as they run, fused and all: a backend that takes a graph as one node has no times of single nodes.
 * The computing of a cut that was measured is predicted from the others, for else a measurement would be told as a
 * prediction.
 * Immutable.
 */
final class CostModel {
    private final NavigableMap<Integer, Double> first = new TreeMap<>();
    private final NavigableMap<Integer, Double> second = new TreeMap<>();
    private final List<Probe> probes;
    private final TransferModel transfer;
    private final Set<Integer> measured;

    /**
     * A cut that was measured.
     *
     * @param firstMillis the first part's computing
     * @param secondMillis the second's
     */
    record Probe(int cut, double firstMillis, double secondMillis) {}

    /**
     * What is expected of a cut.
     *
     * @param low by the greatest error of the model on the cuts that were measured, each left out in turn
     */
    record Predicted(int cut, double millis, double low, double high) {}

    /**
     * @param size nodes of the graph
     * @param wholeFirst computing of the whole on the first device
     * @param wholeSecond on the second
     */
    CostModel(int size, double wholeFirst, double wholeSecond, List<Probe> probes, TransferModel transfer) {
        this.probes = List.copyOf(probes);
        this.transfer = transfer;
        this.measured = probes.stream().map(Probe::cut).collect(Collectors.toUnmodifiableSet());
        first.put(0, 0.0);
        first.put(size, wholeFirst);
        second.put(0, wholeSecond);
        second.put(size, 0.0);
        probes.forEach(probe -> {
            first.put(probe.cut(), probe.firstMillis());
            second.put(probe.cut(), probe.secondMillis());
        });
    }

    /**
     * @param ways the bytes of each way that a cut asks for, by cut
     */
    List<Predicted> best(Map<Integer, List<Long>> ways) {
        double error = error();
        return ways.entrySet().stream()
                .map(entry -> {
                    double millis = computing(entry.getKey())
                            + entry.getValue().stream()
                                    .mapToDouble(transfer::millis)
                                    .sum();
                    return new Predicted(entry.getKey(), millis, millis / (1 + error), millis * (1 + error));
                })
                .sorted(Comparator.comparingDouble(Predicted::millis))
                .toList();
    }

    private double computing(int cut) {
        return measured.contains(cut) ? without(first, cut) + without(second, cut) : at(first, cut) + at(second, cut);
    }

    /** The greatest relative error in computing, each measured cut predicted from the others. */
    private double error() {
        double worst = 0;
        for (Probe probe : probes) {
            double seen = probe.firstMillis() + probe.secondMillis();
            double predicted = computing(probe.cut());
            worst = Math.max(worst, Math.max(predicted / seen, seen / predicted) - 1);
        }
        return worst;
    }

    private static double without(NavigableMap<Integer, Double> line, int cut) {
        NavigableMap<Integer, Double> others = new TreeMap<>(line);
        others.remove(cut);
        return at(others, cut);
    }

    private static double at(NavigableMap<Integer, Double> line, int cut) {
        Map.Entry<Integer, Double> left = line.floorEntry(cut);
        Map.Entry<Integer, Double> right = line.ceilingEntry(cut);
        if (left.getKey().equals(right.getKey())) {
            return left.getValue();
        }
        double share = (double) (cut - left.getKey()) / (right.getKey() - left.getKey());
        return left.getValue() + share * (right.getValue() - left.getValue());
    }
}
