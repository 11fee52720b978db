package dev.bascule.bridge.dashboard.predict;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What predictions are made from, and how far they are off.
 *
 * @param data everything that is known now: what the product brings, and this history
 * @param targets where these were measured
 * @param layers which layers answer on which machine, and which were left out
 * @param later what earlier sessions of these data foretold of later ones, worked out now; empty where there are no two sessions
 * @param held how predictions held that were told before, against what was measured afterwards
 * @param stored what validation said of the data that the product brings
 */
public record PredictionFacts(
        Data data,
        List<TargetFacts> targets,
        List<LayerFacts> layers,
        Optional<Later> later,
        Held held,
        Stored stored) {

    public PredictionFacts {
        targets = List.copyOf(targets);
        layers = List.copyOf(layers);
    }

    /**
     * How much there is.
     *
     * @param architectures kinds of networks
     * @param sessions runs in which something was measured
     * @param observations times, each the median of one attempt
     * @param from the first of these; empty where there is none
     * @param to the last
     */
    public record Data(
            int models,
            int architectures,
            int targets,
            int sessions,
            int observations,
            Optional<Instant> from,
            Optional<Instant> to) {}

    /**
     * A target.
     *
     * @param machine fingerprint
     * @param words what kind of machine that is; empty where nobody said
     * @param target its id
     * @param label the same for tables
     * @param threads of a CPU engine
     * @param models measured there
     * @param noise what repeated sessions leave between them, as a share: no prediction can be nearer; empty where no model was
     *     measured in two
     * @param standing whether enough models were measured there
     */
    public record TargetFacts(
            String machine,
            Optional<String> words,
            String target,
            String label,
            int threads,
            int models,
            int sessions,
            Optional<Double> noise,
            Standing standing) {}

    /**
     * Whether a layer answers on a machine: only where it lowers the error on architectures that no fit saw, beyond the noise of that. Where
     * too few of them were measured to tell, levels answer, and minima do not.
     *
     * @param machine fingerprint
     * @param figure {@code median} or {@code minimum}
     * @param layer what it adds, in words
     * @param level what it rests on, such as {@code L1}
     * @param method that has it
     * @param used whether it answers
     * @param why with the errors that say so
     */
    public record LayerFacts(
            String machine, String figure, String layer, String level, String method, boolean used, String why) {}

    /** How well a target is known. */
    public enum Standing {
        /** Models enough to learn it. */
        KNOWN,
        /** A few: predictions come by way of other targets. */
        NEW,
        /** Too few to predict anything. */
        TOO_FEW
    }

    /**
     * Later sessions, foretold as somebody would have been told then.
     *
     * @param from when they began
     * @param methods each that answers
     */
    public record Later(Instant from, List<Foretold> methods) {
        public Later {
            methods = List.copyOf(methods);
        }
    }

    /**
     * What one method foretold.
     *
     * @param level what it rests on, such as {@code L1}
     * @param times how many
     * @param median error as a share of the measured time
     * @param mean likewise
     * @param coverage empty where no interval was made
     */
    public record Foretold(
            String method, String level, int times, double median, double mean, Optional<Coverage> coverage) {}

    /**
     * How predictions held that were told before.
     *
     * @param made that the history has: the sum of the next four
     * @param failed whose model ended badly instead
     * @param replaced by a later one of the same before anything was measured
     * @param open of which nothing was measured since
     * @param alarm whether any row rings
     * @param rows all together first; none where nothing was measured since
     * @param newest the newest of those that something was measured after, each beside what was measured; not all of a long history
     */
    public record Held(
            int made,
            int measured,
            int failed,
            int replaced,
            int open,
            boolean alarm,
            List<HeldRow> rows,
            List<HeldTime> newest) {
        public Held {
            rows = List.copyOf(rows);
            newest = List.copyOf(newest);
        }
    }

    /**
     * A prediction beside the truth.
     *
     * @param at when it was told
     * @param maker the command that told it
     * @param figure {@code median} or {@code minimum}
     * @param level what it rests on, such as {@code L1}
     * @param ms as it was told, in milliseconds
     * @param interval empty where it had none
     * @param measuredMs the same figure of the first session after it, in milliseconds
     * @param within whether the interval holds that; empty where there is no interval
     */
    public record HeldTime(
            Instant at,
            String maker,
            String model,
            String machine,
            String target,
            int threads,
            String figure,
            String level,
            double ms,
            Optional<PredictionService.Interval> interval,
            double measuredMs,
            Optional<Boolean> within) {}

    /**
     * Some of them.
     *
     * @param group by what: all, figure, kind of case, level, target
     * @param name what they have in common
     * @param times how many were measured
     * @param median error as a share of the measured time
     * @param coverage one for each level that intervals claimed
     */
    public record HeldRow(String group, String name, int times, double median, List<Coverage> coverage) {
        public HeldRow {
            coverage = List.copyOf(coverage);
        }
    }

    /**
     * A validation as a file of data has it.
     *
     * @param createdAt when it was made
     * @param tool which version made it
     * @param machines that the data are of, in words
     * @param data what was validated
     * @param results by scheme and method
     */
    public record Stored(Instant createdAt, String tool, List<String> machines, Data data, List<Result> results) {
        public Stored {
            machines = List.copyOf(machines);
            results = List.copyOf(results);
        }
    }

    /**
     * A method on what it never saw, over all targets.
     *
     * @param leftOut what that was, in words
     * @param level what it rests on, such as {@code L1}
     * @param baseline whether it is what anybody would try first
     * @param answers whether predictions come from it
     * @param times how many were predicted
     * @param median error as a share of the measured time
     * @param mean likewise
     */
    public record Result(
            String leftOut,
            String method,
            String level,
            boolean baseline,
            boolean answers,
            int times,
            int architectures,
            double median,
            double mean,
            Optional<Coverage> coverage) {}

    /**
     * How often intervals held.
     *
     * @param level that they claim
     * @param share that held
     * @param ci95 limits of 95 % by Clopper and Pearson; empty where the file does not tell of how many
     * @param medianHalfWidth as a share of the predicted time; empty where the file does not tell
     * @param alarm whether fewer held than claimed, beyond what chance explains; empty where there are no limits
     */
    public record Coverage(
            double level,
            double share,
            Optional<List<Double>> ci95,
            Optional<Double> medianHalfWidth,
            Optional<Boolean> alarm) {}
}
