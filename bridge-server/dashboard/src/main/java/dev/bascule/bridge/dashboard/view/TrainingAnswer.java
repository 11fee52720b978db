package dev.bascule.bridge.dashboard.view;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.LayerGradient;
import dev.bascule.reports.training.Thinned;
import dev.bascule.reports.training.TrainingFindings;
import dev.bascule.reports.training.TrainingReplica;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.reports.training.TrainingTask;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A command's trainings with their curves, no larger than a page can draw: curves are thinned, and layers cut. Immutable.
 *
 * @param id of the command
 * @param task what was trained
 * @param runs in the order of their numbers
 */
record TrainingAnswer(String id, Instant at, String product, Task task, List<Run> runs) {
    /** Points of all curves together: of many trainings each has the fewer. */
    private static final int MOST_POINTS = 40_000;

    private static final int MOST_LAYERS = 5_000;

    /**
     * @param modelSha256 of the file whose weights were trained on; empty of a network that is made here, and where nobody told
     * @param resident whether the data lay in the model
     */
    record Task(
            String network,
            Optional<String> modelSha256,
            long parameters,
            String data,
            String sha256,
            int train,
            int test,
            int classes,
            double chance,
            String optimizer,
            OptionalDouble learningRate,
            OptionalDouble clip,
            int batch,
            int plannedSteps,
            boolean resident) {
        static Task of(TrainingTask task) {
            return new Task(
                    task.network(),
                    task.modelSha256(),
                    task.parameters(),
                    task.data().name(),
                    task.data().sha256(),
                    task.data().train(),
                    task.data().test(),
                    task.data().classes(),
                    task.data().chance(),
                    task.optimizer().name(),
                    task.optimizer().learningRate(),
                    task.optimizer().clip(),
                    task.batch(),
                    task.plannedSteps(),
                    task.resident());
        }
    }

    /**
     * One target with one seed.
     *
     * @param words where it ran, for people
     * @param chain that was asked for and came to this backend; empty where the backend was asked for by itself, and where nobody told
     * @param replicas that trained together, in rank order; none where it is one place
     * @param steps that it made
     * @param lastLoss null where it is no number
     * @param samplesPerSecond null of what is not right
     * @param stepMs median; likewise
     * @param furthest gradient, in standard deviations of rounding; null where nobody looked, or one is no number
     * @param layersLeftOut that would make the answer too large
     */
    record Run(
            int number,
            String words,
            String target,
            String backend,
            Optional<String> chain,
            List<Replica> replicas,
            Optional<String> machine,
            String stateAsked,
            Optional<String> stateSeen,
            long seed,
            Verdict verdict,
            Optional<String> failure,
            Optional<String> reason,
            Optional<ProofClass> proof,
            Optional<String> placement,
            Checks checks,
            List<String> notes,
            boolean imported,
            int steps,
            OptionalDouble lastLoss,
            OptionalDouble samplesPerSecond,
            OptionalDouble stepMs,
            OptionalDouble furthest,
            Curve curve,
            List<Look> looks,
            List<Layer> layers,
            int layersLeftOut) {
        static Run of(TrainingRun run, int points, int layers) {
            boolean right = run.found().verdict().isRight();
            return new Run(
                    run.key().number(),
                    run.place().words(),
                    run.place().target(),
                    run.place().backend(),
                    run.place().chain(),
                    run.place().replicas().stream().map(Replica::of).toList(),
                    run.place().machine(),
                    run.place().state(),
                    run.place().stateSeen(),
                    run.task().seed(),
                    run.found().verdict(),
                    run.found().failure(),
                    run.found().reason(),
                    run.found().proof(),
                    run.found().placement(),
                    Checks.of(run.found().checks()),
                    run.found().notes(),
                    run.imported(),
                    run.steps().size(),
                    run.steps().isEmpty()
                            ? OptionalDouble.empty()
                            : finite(run.steps().get(run.steps().size() - 1).loss()),
                    run.samplesPerSecond(),
                    right && !run.stepTimes().isEmpty()
                            ? OptionalDouble.of(run.stepTimes().median())
                            : OptionalDouble.empty(),
                    run.furthest().isPresent() ? finite(run.furthest().getAsDouble()) : OptionalDouble.empty(),
                    Curve.of(run, points),
                    Thinned.of(run.evaluations(), points).stream().map(Look::of).toList(),
                    run.layers().stream().limit(layers).map(Layer::of).toList(),
                    Math.max(0, run.layers().size() - layers));
        }
    }

    /** As {@link TrainingReplica}. */
    record Replica(
            String words,
            String target,
            String backend,
            int samples,
            long rounds,
            Optional<ProofClass> proof,
            Optional<String> placement,
            Optional<String> elsewhere) {
        static Replica of(TrainingReplica replica) {
            return new Replica(
                    replica.words(),
                    replica.target(),
                    replica.backend(),
                    replica.samples(),
                    replica.rounds(),
                    replica.proof(),
                    replica.placement(),
                    replica.elsewhere());
        }
    }

    /** As {@link TrainingFindings.Checks}; {@code exactFurthest} is null where one is no number, too. */
    record Checks(
            int exactSteps,
            OptionalDouble exactFurthest,
            Optional<TrainingFindings.Reproduction> likeNative,
            OptionalInt firstOther,
            Optional<Boolean> repeated,
            Optional<Boolean> resumed) {
        static Checks of(TrainingFindings.Checks checks) {
            return new Checks(
                    checks.exactSteps(),
                    checks.exactFurthest().isPresent()
                            ? finite(checks.exactFurthest().getAsDouble())
                            : OptionalDouble.empty(),
                    checks.likeNative(),
                    checks.firstOther(),
                    checks.repeated(),
                    checks.resumed());
        }
    }

    /** @param every each so many-th step is a point, and the last */
    record Curve(int every, List<Point> points) {
        static Curve of(TrainingRun run, int points) {
            boolean right = run.found().verdict().isRight();
            return new Curve(
                    Thinned.every(run.steps().size(), points),
                    Thinned.of(run.steps(), points).stream()
                            .map(step -> Point.of(step, right))
                            .toList());
        }
    }

    /**
     * @param loss null where it is no number
     * @param ms of the step; null of what is not right, and where nobody took it
     */
    record Point(long step, OptionalDouble loss, OptionalDouble ms) {
        static Point of(TrainingStep step, boolean right) {
            return new Point(step.number(), finite(step.loss()), right ? step.stepMillis() : OptionalDouble.empty());
        }
    }

    /** At the held-out data. */
    record Look(long step, double trainedMs, int right, int of, double accuracy, double low, double high) {
        static Look of(HeldOut look) {
            return new Look(
                    look.step(),
                    look.trained().toNanos() / 1e6,
                    look.right(),
                    look.of(),
                    look.accuracy(),
                    look.interval().low(),
                    look.interval().high());
        }
    }

    /** As {@link LayerGradient}; null is what is no number. */
    record Layer(
            String name,
            long elements,
            OptionalDouble furthest,
            OptionalDouble relative,
            long beyond,
            OptionalDouble difference) {
        static Layer of(LayerGradient layer) {
            return new Layer(
                    layer.name(),
                    layer.elements(),
                    finite(layer.furthest()),
                    finite(layer.relative()),
                    layer.beyond(),
                    layer.difference());
        }
    }

    /**
     * @param all of one command; at least one
     * @param points of each curve, at most
     */
    static TrainingAnswer of(List<TrainingRun> all, int points) {
        TrainingRun first = all.get(0);
        int each = Math.max(2, Math.min(points, MOST_POINTS / all.size()));
        int layers = Math.max(1, MOST_LAYERS / all.size());
        return new TrainingAnswer(
                first.key().command(),
                first.at(),
                first.product(),
                Task.of(first.task()),
                all.stream().map(run -> Run.of(run, each, layers)).toList());
    }

    private static OptionalDouble finite(double value) {
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }
}
