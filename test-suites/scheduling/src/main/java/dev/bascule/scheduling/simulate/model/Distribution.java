package dev.bascule.scheduling.simulate.model;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** How long something takes, drawn. Immutable. */
public sealed interface Distribution {

    Duration draw(RandomGenerator random);

    /** The same, where one is drawn after the other: the turn-th, from 0. */
    default Duration draw(RandomGenerator random, long turn) {
        return draw(random);
    }

    Duration median();

    /** The lower end of the 90 % interval. */
    Duration low();

    /** The upper end of it. */
    Duration high();

    /** As in a sentence. */
    String text();

    /** Always as long. */
    record Constant(Duration value) implements Distribution {
        public static final Constant ZERO = new Constant(Duration.ZERO);

        public Constant {
            notNegative(value);
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return value;
        }

        @Override
        public Duration median() {
            return value;
        }

        @Override
        public Duration low() {
            return value;
        }

        @Override
        public Duration high() {
            return value;
        }

        @Override
        public String text() {
            return "always " + Draws.text(value);
        }
    }

    /** Without memory. */
    record Exponential(Duration mean) implements Distribution {
        public Exponential {
            notNegative(mean);
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return Draws.times(mean, random.nextExponential());
        }

        @Override
        public Duration median() {
            return Draws.times(mean, Math.log(2));
        }

        @Override
        public Duration low() {
            return Draws.times(mean, -Math.log(0.95));
        }

        @Override
        public Duration high() {
            return Draws.times(mean, -Math.log(0.05));
        }

        @Override
        public String text() {
            return "exponential with mean " + Draws.text(mean);
        }
    }

    /**
     * The logarithm is normal, with the median and the width of a 90 % interval; the interval's middle may lie elsewhere.
     *
     * @param low above zero
     */
    record Lognormal(Duration median, Duration low, Duration high) implements Distribution {
        /** Of the normal distribution: its 95 % quantile. */
        private static final double Z95 = 1.6448536269514722;

        public Lognormal {
            if (low.isNegative() || low.isZero() || low.compareTo(median) > 0 || median.compareTo(high) > 0) {
                throw new IllegalArgumentException("an interval above zero holds its median");
            }
        }

        @Override
        public Duration draw(RandomGenerator random) {
            double sigma = Math.log((double) high.toNanos() / low.toNanos()) / (2 * Z95);
            return Draws.times(median, Math.exp(sigma * random.nextGaussian()));
        }

        @Override
        public String text() {
            return "lognormal around %s (90 %% in %s to %s)"
                    .formatted(Draws.text(median), Draws.text(low), Draws.text(high));
        }
    }

    /**
     * One of these, each as likely: the bootstrap of raw samples.
     *
     * @param samples in rising order, one at least
     */
    record Samples(List<Duration> samples) implements Distribution {
        public Samples {
            if (samples.isEmpty()) {
                throw new IllegalArgumentException("nothing can be drawn of no samples");
            }
            samples.forEach(Distribution::notNegative);
            samples = samples.stream().sorted().toList();
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return samples.get(random.nextInt(samples.size()));
        }

        @Override
        public Duration median() {
            return quantile(0.5);
        }

        @Override
        public Duration low() {
            return quantile(0.05);
        }

        @Override
        public Duration high() {
            return quantile(0.95);
        }

        private Duration quantile(double share) {
            return samples.get((int) Math.round(share * (samples.size() - 1)));
        }

        @Override
        public String text() {
            return "drawn of %d samples with median %s".formatted(samples.size(), Draws.text(median()));
        }
    }

    /**
     * These, one after the other and then again, as a recorded run had them; in no order, one of these.
     *
     * @param samples in their order, one at least
     */
    record InTurn(List<Duration> samples) implements Distribution {
        public InTurn {
            samples = List.copyOf(samples);
            // Refuses what samples refuse.
            new Samples(samples);
        }

        @Override
        public Duration draw(RandomGenerator random) {
            return samples.get(random.nextInt(samples.size()));
        }

        @Override
        public Duration draw(RandomGenerator random, long turn) {
            return samples.get((int) (turn % samples.size()));
        }

        @Override
        public Duration median() {
            return new Samples(samples).median();
        }

        @Override
        public Duration low() {
            return new Samples(samples).low();
        }

        @Override
        public Duration high() {
            return new Samples(samples).high();
        }

        @Override
        public String text() {
            return "each of %d samples in turn, with median %s".formatted(samples.size(), Draws.text(median()));
        }
    }

    private static void notNegative(Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException("nothing takes less than no time");
        }
    }
}
