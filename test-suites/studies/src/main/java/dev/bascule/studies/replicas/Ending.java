package dev.bascule.studies.replicas;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.scenario.Proportion;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;

/**
 * Where a run ended, beside native CPU workers of the same seed that had it all to themselves. A distance is of all parameters (L2), over the way
 * that such a worker's went from the beginning: 0 of the same end, about 1 of ends that have nothing in common. Immutable.
 *
 * @param undisturbed from the worker that had all samples of each batch
 * @param same from one that was given in each step just the samples that were added up; of a run that lacked none the same figure
 * @param order how far that one ends from itself where each batch comes backwards: what rounding grows to
 * @param steps that lacked samples
 * @param answers for held-out data, beside those of the worker that had all samples; empty where native CPU did not answer
 */
public record Ending(double undisturbed, double same, double order, int steps, Optional<Answers> answers) {
    /** Kernels differ in more than the order of a batch. */
    private static final double ORDERS = 16;

    private static final double LEAST = 1e-6;

    /**
     * Nearer than this may also be what a backend's own rounding does to a unit on the edge of its step, which another order of the batch need not
     * show. Where the bound is beyond it, rounding alone makes another training of it.
     */
    private static final double MOST = 1e-2;

    /**
     * Answers of two for the same samples.
     *
     * @param other samples to which they give other answers
     * @param ownAlone that these parameters alone got right
     * @param oneAlone that the one worker's alone got right
     */
    public record Answers(int of, int other, int ownAlone, int oneAlone) {
        /** @param labels the answer that is right, by sample */
        static Answers of(List<OptionalInt> own, List<OptionalInt> one, IntUnaryOperator labels) {
            int other = 0;
            int ownAlone = 0;
            int oneAlone = 0;
            for (int i = 0; i < own.size(); i++) {
                OptionalInt right = OptionalInt.of(labels.applyAsInt(i));
                boolean here = own.get(i).equals(right);
                boolean there = one.get(i).equals(right);
                other += own.get(i).equals(one.get(i)) ? 0 : 1;
                ownAlone += here && !there ? 1 : 0;
                oneAlone += there && !here ? 1 : 0;
            }
            return new Answers(own.size(), other, ownAlone, oneAlone);
        }

        /** McNemar's exact p: how likely so uneven a split is where both are as good. */
        public double mcNemar() {
            return Proportion.mcNemar(ownAlone, oneAlone);
        }
    }

    /** Within this it is the same end. */
    public double bound() {
        return Math.max(LEAST, ORDERS * order);
    }

    /** Beyond this it is another one; what lies between the two may be either. */
    public double another() {
        return Math.max(MOST, ORDERS * bound());
    }

    /** Whether anything follows from being within it. */
    boolean isTelling() {
        return bound() <= MOST;
    }

    /**
     * ‖one − other‖₂ / ‖other − initial‖₂ over all parameters; no number where one is none.
     *
     * @param initial of both, which has each name
     */
    static double distance(Map<String, Tensor> one, Map<String, Tensor> other, Map<String, Tensor> initial) {
        double apart = 0;
        double way = 0;
        for (Map.Entry<String, Tensor> each : initial.entrySet()) {
            FloatBuffer from = each.getValue().data().asFloatBuffer();
            FloatBuffer here = floats(one, each.getKey());
            FloatBuffer there = floats(other, each.getKey());
            for (int i = 0; i < from.remaining(); i++) {
                double off = (double) here.get(i) - there.get(i);
                double went = (double) there.get(i) - from.get(i);
                apart += off * off;
                way += went * went;
            }
        }
        return apart == 0 ? 0 : Math.sqrt(apart / way);
    }

    private static FloatBuffer floats(Map<String, Tensor> from, String name) {
        return Objects.requireNonNull(from.get(name), name).data().asFloatBuffer();
    }
}
