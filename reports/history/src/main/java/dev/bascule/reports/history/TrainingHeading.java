package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is to know of a command's trainings before they are read. Immutable.
 *
 * @param command its id
 * @param at when it began
 * @param network that it trained
 * @param data on what
 * @param optimizer how
 * @param backends each once, in order
 * @param verdicts of each training, in order
 * @param accuracies on held-out data, of those that are right; empty where none of them was looked at
 * @param imported whether one of them was read from another history
 */
public record TrainingHeading(
        String command,
        Instant at,
        String network,
        String data,
        String optimizer,
        List<String> backends,
        List<Verdict> verdicts,
        Optional<Accuracies> accuracies,
        boolean imported) {

    /** The least and the most accurate after their last steps. */
    public record Accuracies(double least, double most) {
        public Accuracies {
            if (!(least >= 0 && least <= most && most <= 1)) {
                throw new IllegalArgumentException("accuracies from %s to %s".formatted(least, most));
            }
        }
    }

    public TrainingHeading {
        backends = List.copyOf(backends);
        verdicts = List.copyOf(verdicts);
    }
}
