package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far predictions are off, beside what anybody would try first. Immutable.
 *
 * @param data what was fitted
 * @param results by scheme and method; of all targets together, and of each
 * @param choice which method answers at each level, and why
 * @param layers which layers answer on which machine, and which were left out, with the errors that say so
 * @param targets the noise of each target
 * @param later what sessions foretold of later ones; empty where all are of one time
 * @param trials of the methods that answer, for charts
 * @param notes what could not be held against anything, and why
 * @param undisturbed the same of minima, predicted from minima and held against minima; empty where the data have none, and of
 *     such a report itself
 */
public record ValidationReport(
        Data data,
        List<Result> results,
        List<Choice> choice,
        List<LayerDecision> layers,
        List<Noise> targets,
        Optional<Later> later,
        List<Trial> trials,
        List<String> notes,
        Optional<ValidationReport> undisturbed) {

    public ValidationReport {
        results = List.copyOf(results);
        choice = List.copyOf(choice);
        layers = List.copyOf(layers);
        targets = List.copyOf(targets);
        trials = List.copyOf(trials);
        notes = List.copyOf(notes);
    }

    /**
     * What there was.
     *
     * @param from the first observation
     * @param to the last
     */
    public record Data(
            int models, int architectures, int targets, int sessions, int observations, Instant from, Instant to) {}

    /**
     * A method on what it never saw.
     *
     * @param target empty for all together
     * @param baseline whether it is what anybody would try first
     * @param overNoise median error over the noise floor of the targets; empty where none is known
     */
    public record Result(
            Scheme scheme,
            String method,
            Level level,
            boolean baseline,
            Optional<TargetKey> target,
            ErrorSummary errors,
            OptionalDouble overNoise,
            List<Coverage> coverage) {

        public Result {
            coverage = List.copyOf(coverage);
        }
    }

    /** Which method answers, and in one sentence why it and no other. */
    public record Choice(Level level, String method, String why) {}

    /**
     * A target.
     *
     * @param models measured there
     * @param floor what repeated sessions leave between them, as a share; empty where no model was measured in two
     */
    public record Noise(TargetKey target, int models, int sessions, OptionalDouble floor) {}

    /**
     * Predictions of later sessions from earlier ones.
     *
     * @param moment between them
     * @param errors of each method
     */
    public record Later(Instant moment, List<Foretold> errors) {
        public Later {
            errors = List.copyOf(errors);
        }
    }

    /** What one method foretold. */
    public record Foretold(String method, Level level, ErrorSummary errors, Coverage coverage) {}
}
