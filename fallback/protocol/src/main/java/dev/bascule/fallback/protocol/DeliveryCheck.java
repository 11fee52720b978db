package dev.bascule.fallback.protocol;

import dev.bascule.fallback.job.Outputs;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A check of what a runner says that each timed iteration delivered against the outputs that it shipped: as many deliveries as
 * samples, each of every wanted output, and none of an output that nobody has seen. Belongs to its session's thread.
 */
final class DeliveryCheck {
    private final int steps;
    private final Map<Integer, Map<String, Integer>> shipped = new HashMap<>();
    private final Set<String> wanted;
    private long iteration;

    /**
     * @param steps of the session's feeds
     * @param wanted the outputs that were asked for; those of the first inferences where none were named
     */
    DeliveryCheck(int steps, List<String> wanted) {
        this.steps = steps;
        this.wanted = new HashSet<>(wanted);
    }

    /** Takes the outputs of the first inference of every step. */
    void first(Outputs outputs) {
        if (wanted.isEmpty()) {
            outputs.all().forEach(output -> wanted.add(output.name()));
        }
        shipped(outputs);
        iteration = steps;
    }

    private void shipped(Outputs outputs) {
        for (Outputs.Output output : outputs.all()) {
            shipped.computeIfAbsent(output.step(), step -> new HashMap<>()).merge(output.name(), 1, Integer::sum);
        }
    }

    /**
     * Takes a block.
     *
     * @param fresh the outputs that came with it
     * @param samples how many it brought
     * @return what is missing; empty where every iteration delivered
     */
    Optional<String> missing(Message.Measured block, Outputs fresh, int samples) {
        shipped(fresh);
        if (block.delivered().isEmpty()) {
            return Optional.of("nothing is said of what the %d iterations delivered".formatted(samples));
        }
        long said = 0;
        for (Message.Delivery run : block.delivered().get()) {
            int differing = Math.min(run.times(), steps);
            for (int ahead = 0; ahead < differing; ahead++) {
                Optional<String> gap = missing(run.outputs(), (int) ((iteration + said + ahead) % steps));
                if (gap.isPresent()) {
                    return gap;
                }
            }
            said += run.times();
        }
        iteration += samples;
        return said == samples
                ? Optional.empty()
                : Optional.of("%d deliveries for %d samples".formatted(said, samples));
    }

    private Optional<String> missing(Map<String, Integer> delivered, int step) {
        for (String name : wanted) {
            Integer index = delivered.get(name);
            if (index == null) {
                return Optional.of("an iteration of step %d without '%s'".formatted(step, name));
            }
            int known = shipped.getOrDefault(step, Map.of()).getOrDefault(name, 0);
            if (index < 0 || index >= known) {
                return Optional.of("'%s' of step %d is said to be number %d of %d that were shipped"
                        .formatted(name, step, index, known));
            }
        }
        return Optional.empty();
    }

    /** What is missing of the answer to a challenge of so many steps; empty where it is whole. */
    Optional<String> missing(Outputs answer, int challengeSteps) {
        for (int step = 0; step < challengeSteps; step++) {
            for (String name : wanted) {
                int here = step;
                if (answer.all().stream()
                        .noneMatch(
                                output -> output.step() == here && output.name().equals(name))) {
                    return Optional.of("a challenge was not answered with '%s' at step %d".formatted(name, step));
                }
            }
        }
        return Optional.empty();
    }
}
