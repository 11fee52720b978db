package dev.bascule.training.optimizer;

import java.util.Optional;

/** The learning rate by step. Immutable. */
public sealed interface LearningRate {

    /** PyTorch's default of Adam's, and here of all. */
    double USUAL = 1e-3;

    /** @param step from 1 on */
    double at(long step);

    /** How it changes, for people; empty where it does not. */
    Optional<String> words();

    /** The greatest of all steps. */
    double peak();

    /**
     * Falls along half a cosine, as PyTorch's CosineAnnealingLR with {@code T_max} and no floor: after so many steps it would be 0.
     *
     * @param rate of the first step
     * @param steps 1 or more
     */
    static LearningRate annealed(double rate, long steps) {
        return new Cosine(rate, 0, 0, steps + 1);
    }

    /** The same at every step. */
    record Constant(double rate) implements LearningRate {
        public Constant {
            positive(rate);
        }

        @Override
        public double at(long step) {
            return rate;
        }

        @Override
        public Optional<String> words() {
            return Optional.empty();
        }

        @Override
        public double peak() {
            return rate;
        }
    }

    /**
     * Rises in a straight line to its peak, then falls along half a cosine (Loshchilov and Hutter 2017, without restarts).
     *
     * @param peak reached at step {@code warmUp}, or at the first step where nothing warms up
     * @param floor reached at step {@code total}, and kept
     */
    record Cosine(double peak, double floor, long warmUp, long total) implements LearningRate {
        public Cosine {
            positive(peak);
            if (floor < 0 || floor > peak || warmUp < 0 || total <= warmUp) {
                throw new IllegalArgumentException(
                        "a cosine from %s to %s with %d of %d steps to warm up".formatted(peak, floor, warmUp, total));
            }
        }

        @Override
        public double at(long step) {
            if (step <= warmUp) {
                return peak * step / warmUp;
            }
            long first = Math.max(warmUp, 1);
            double done = total == first ? 1 : Math.min(1, (double) (step - first) / (total - first));
            return floor + (peak - floor) * (1 + Math.cos(Math.PI * done)) / 2;
        }

        @Override
        public Optional<String> words() {
            return Optional.of("cosine decay to %s in %d steps".formatted(floor == 0 ? "0" : floor, total - 1));
        }
    }

    /**
     * Multiplied by a factor every so many steps, as PyTorch's StepLR.
     *
     * @param rate of the first steps
     */
    record Steps(double rate, double factor, long every) implements LearningRate {
        public Steps {
            positive(rate);
            positive(factor);
            if (every < 1) {
                throw new IllegalArgumentException("a learning rate that changes every %d steps".formatted(every));
            }
        }

        @Override
        public double at(long step) {
            return rate * Math.pow(factor, Math.floorDiv(step - 1, every));
        }

        @Override
        public Optional<String> words() {
            return Optional.of("times %s every %d steps".formatted(factor, every));
        }

        @Override
        public double peak() {
            return rate;
        }
    }

    private static void positive(double value) {
        if (!(value > 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException("a learning rate or factor of " + value);
        }
    }
}
