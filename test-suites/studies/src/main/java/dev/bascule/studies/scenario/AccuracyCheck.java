package dev.bascule.studies.scenario;

import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.workload.Accuracy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A check of all outputs of a session in another precision against the limit of accuracy, those of timed inferences as well.
 * Belongs to one thread.
 */
final class AccuracyCheck {
    private final List<Map<String, Tensor>> reference;
    private final double limit;
    private final Map<Integer, Map<String, Outputs.Output>> latest = new HashMap<>();
    private Optional<String> complaint = Optional.empty();

    /** @param reference for each step */
    AccuracyCheck(List<Map<String, Tensor>> reference, double limit) {
        this.reference = reference;
        this.limit = limit;
    }

    /** Those of the first inference of each step. */
    void first(Outputs outputs) {
        hear(outputs, "the first");
    }

    /** Those of timed inferences that differ from all before. */
    void more(Outputs outputs) {
        hear(outputs, "a later one");
    }

    /** Why one is not within the limit; empty where all are. */
    Optional<String> complaint() {
        return complaint;
    }

    private void hear(Outputs outputs, String which) {
        TreeSet<Integer> iterations = new TreeSet<>();
        outputs.all().forEach(output -> iterations.add(output.iteration()));
        for (int iteration : iterations) {
            TreeSet<Integer> steps = new TreeSet<>();
            outputs.all().stream()
                    .filter(output -> output.iteration() == iteration)
                    .forEach(output -> {
                        latest.computeIfAbsent(output.step(), step -> new HashMap<>())
                                .put(output.name(), output);
                        steps.add(output.step());
                    });
            steps.forEach(step -> judge(step, which));
        }
    }

    /** An output that was not shipped again is the one from before. */
    private void judge(int step, String which) {
        if (step < reference.size()) {
            Accuracy accuracy = Accuracy.ofStep(
                    new Outputs(List.copyOf(latest.getOrDefault(step, Map.of()).values())), reference.get(step), step);
            if (complaint.isEmpty() && !accuracy.within(limit)) {
                complaint = Optional.of(which + " is " + accuracy.complaint(limit));
            }
        }
    }
}
