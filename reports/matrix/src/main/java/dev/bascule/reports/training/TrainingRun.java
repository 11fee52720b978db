package dev.bascule.reports.training;

import dev.bascule.fallback.measure.Samples;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What one target made of a training with one seed: what was asked, what was found, and every sample. It is of no run of cases: no
 * cell, score or baseline is made of it. Whatever the samples give is made of them when it is asked for. Immutable.
 *
 * @param key which one
 * @param at when its command began
 * @param product version of Bascule
 * @param place where it ran
 * @param task on what and how
 * @param found what is said of it
 * @param steps in order
 * @param evaluations on held-out data, in order
 * @param layers how its gradients lie to the exact ones; empty where nobody looked
 * @param imported whether it was read from another history: nobody here vouches for it
 */
public record TrainingRun(
        Key key,
        Instant at,
        String product,
        TrainingPlace place,
        TrainingTask task,
        TrainingFindings found,
        List<TrainingStep> steps,
        List<HeldOut> evaluations,
        List<LayerGradient> layers,
        boolean imported) {

    /**
     * @param command id of the command that trained, as runs have them
     * @param number of this among its targets and seeds, from 1 on
     */
    public record Key(String command, int number) implements Comparable<Key> {
        public Key {
            if (command.isBlank() || number < 1) {
                throw new IllegalArgumentException("'%s' %d".formatted(command, number));
            }
        }

        @Override
        public int compareTo(Key other) {
            int order = command.compareTo(other.command);
            return order == 0 ? Integer.compare(number, other.number) : order;
        }

        @Override
        public String toString() {
            return command + "." + number;
        }
    }

    /** @throws IllegalArgumentException where its parts contradict each other */
    public TrainingRun {
        steps = List.copyOf(steps);
        evaluations = List.copyOf(evaluations);
        layers = List.copyOf(layers);
        List<TrainingStep> all = steps;
        List<HeldOut> looks = evaluations;
        if (IntStream.range(1, all.size())
                .anyMatch(i -> all.get(i).number() <= all.get(i - 1).number())) {
            throw new IllegalArgumentException("steps out of order");
        }
        if (IntStream.range(1, looks.size())
                .anyMatch(i -> looks.get(i).step() <= looks.get(i - 1).step())) {
            throw new IllegalArgumentException("evaluations out of order");
        }
        if (found.verdict().isRight() && steps.isEmpty()) {
            throw new IllegalArgumentException("right without a step");
        }
    }

    /**
     * Samples a second by the median whole step, as a comparison has it; empty of what is not right, and where no times were taken.
     */
    public OptionalDouble samplesPerSecond() {
        Samples whole = wholeStepTimes();
        return !found.verdict().isRight() || whole.isEmpty() || whole.median() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(1000.0 * task.batch() / whole.median());
    }

    /** What steps took, from the call to the loss on the CPU. */
    public Samples stepTimes() {
        return samples(steps.stream().flatMapToDouble(step -> step.stepMillis().stream()));
    }

    /** Feed and step together, of steps of which both were taken. */
    public Samples wholeStepTimes() {
        return samples(steps.stream()
                .filter(step -> step.feedMillis().isPresent())
                .flatMapToDouble(step -> step.stepMillis().stream()
                        .map(millis -> millis + step.feedMillis().orElse(0))));
    }

    /** The last look at the held-out data. */
    public Optional<HeldOut> last() {
        return evaluations.isEmpty() ? Optional.empty() : Optional.of(evaluations.get(evaluations.size() - 1));
    }

    /** The first look that answered so large a share right. */
    public Optional<HeldOut> firstAt(double accuracy) {
        return evaluations.stream().filter(each -> each.accuracy() >= accuracy).findFirst();
    }

    /** The furthest gradient, in standard deviations of what rounding makes of it. */
    public OptionalDouble furthest() {
        return layers.stream().mapToDouble(LayerGradient::furthest).max();
    }

    /** Whether each step that was asked for was made: what failed then is something else. */
    public boolean isThrough() {
        return steps.size() >= task.plannedSteps();
    }

    /** From where it went on: a checkpoint, or of one that was kept before these were, the step; empty where it began anew. */
    public Optional<String> wentOnFrom() {
        return task.resumed()
                .map(Resumed::words)
                .or(() -> steps.stream()
                        .findFirst()
                        .filter(first -> first.number() > 1)
                        .map(first -> "step " + (first.number() - 1)));
    }

    /** Of another history. */
    public TrainingRun asImported() {
        return new TrainingRun(key, at, product, place, task, found, steps, evaluations, layers, true);
    }

    private static Samples samples(DoubleStream millis) {
        return Samples.ofMillis(millis.toArray());
    }
}
