package dev.bascule.studies.distribute;

import dev.bascule.studies.distribute.TransferModel.Way;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Predicts what a cut in two would take, from a few cuts that were measured and the whole on each device: each part's
 * computing is drawn out in straight lines between the measured cuts (nothing at one end, the whole at the other), each
 * device's ways come from a {@link TransferModel} of its own. Parts are measured as they run, fused and all: a backend that
 * takes a graph as one node has no times of single nodes. A cut that was measured is predicted from the others, its computing
 * and its ways, for else a measurement would be told as a prediction. Immutable.
 */
final class CostModel {
    private static final int DEVICES = 2;

    private final List<NavigableMap<Integer, Double>> computing = List.of(new TreeMap<>(), new TreeMap<>());
    private final List<Share> wholes;
    private final Map<Integer, Probe> probes = new TreeMap<>();

    /**
     * What one device did of something that was measured.
     *
     * @param computing in milliseconds
     * @param ways of tensors there and back
     */
    record Share(double computing, List<Way> ways) {
        Share {
            ways = List.copyOf(ways);
        }

        double millis() {
            return computing + ways.stream().mapToDouble(Way::millis).sum();
        }
    }

    /** A cut that was measured. */
    record Probe(int cut, Share first, Share second) {
        Share of(int device) {
            return device == 0 ? first : second;
        }

        double millis() {
            return first.millis() + second.millis();
        }
    }

    /** The bytes of each way that a cut asks for. */
    record Bytes(List<Long> first, List<Long> second) {
        Bytes {
            first = List.copyOf(first);
            second = List.copyOf(second);
        }

        List<Long> of(int device) {
            return device == 0 ? first : second;
        }
    }

    /**
     * What is expected of a cut.
     *
     * @param low by the greatest error of the model on the cuts that were measured, each left out in turn
     */
    record Predicted(int cut, double millis, double low, double high) {}

    /**
     * @param size nodes of the graph
     * @param wholeFirst the whole on the first device
     * @param wholeSecond on the second
     */
    CostModel(int size, Share wholeFirst, Share wholeSecond, List<Probe> probes) {
        this.wholes = List.of(wholeFirst, wholeSecond);
        computing.get(0).put(0, 0.0);
        computing.get(0).put(size, wholeFirst.computing());
        computing.get(1).put(0, wholeSecond.computing());
        computing.get(1).put(size, 0.0);
        probes.forEach(probe -> {
            this.probes.put(probe.cut(), probe);
            for (int device = 0; device < DEVICES; device++) {
                computing.get(device).put(probe.cut(), probe.of(device).computing());
            }
        });
    }

    /** @param ways that each cut asks for, by cut */
    List<Predicted> best(Map<Integer, Bytes> ways) {
        double error = error();
        return ways.entrySet().stream()
                .map(entry -> {
                    double millis = millis(entry.getKey(), entry.getValue());
                    return new Predicted(entry.getKey(), millis, millis / (1 + error), millis * (1 + error));
                })
                .sorted(Comparator.comparingDouble(Predicted::millis))
                .toList();
    }

    /** The line of each device's ways, of all that was measured. */
    List<TransferModel> transfers() {
        return List.of(transfer(0, -1), transfer(1, -1));
    }

    /** Computing and ways of a cut, from all that was measured but the cut itself. */
    private double millis(int cut, Bytes bytes) {
        double sum = 0;
        for (int device = 0; device < DEVICES; device++) {
            NavigableMap<Integer, Double> line = computing.get(device);
            TransferModel transfer = transfer(device, cut);
            sum += probes.containsKey(cut) ? without(line, cut) : at(line, cut);
            sum += bytes.of(device).stream().mapToDouble(transfer::millis).sum();
        }
        return sum;
    }

    private TransferModel transfer(int device, int leftOut) {
        List<Way> ways = new ArrayList<>(wholes.get(device).ways());
        probes.forEach((cut, probe) -> {
            if (cut != leftOut) {
                ways.addAll(probe.of(device).ways());
            }
        });
        return TransferModel.of(ways);
    }

    /** The greatest relative error, each measured cut predicted from the others. */
    private double error() {
        double worst = 0;
        for (Probe probe : probes.values()) {
            double seen = probe.millis();
            double predicted = millis(
                    probe.cut(),
                    new Bytes(
                            probe.first().ways().stream().map(Way::bytes).toList(),
                            probe.second().ways().stream().map(Way::bytes).toList()));
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
