package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.work.OperatorClass;
import dev.bascule.prediction.work.WorkSummary;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A time is what native CPU took for each class of operator, each times a ratio of its own, and what each kernel and an inference
 * take to be begun. How the measured time divides among classes is told by the engine's own node times. Ratios are drawn to the
 * median ratio of whole models, so that a class that few models have is taken as the rest. Stateless.
 */
final class ClassTimes {
    private static final int ROUNDS = 6;
    /** How strongly, as a share of all rows' weight on one class. */
    private static final double PULL = 0.02;

    private static final OperatorClass[] KINDS = OperatorClass.values();
    private static final int WIDTH = KINDS.length + 2;

    private ClassTimes() {}

    static final Method METHOD = new Method(
            "class-times",
            Level.L1,
            "the time of each class of operator on native CPU, at a ratio of its own",
            ClassTimes::learn);

    private static Fit learn(Lesson lesson) {
        List<PredictedModel> pairs = lesson.pairs();
        if (pairs.isEmpty()) {
            return question -> OptionalDouble.empty();
        }
        double usual = Math.exp(Regression.median(pairs, lesson::ratio));
        double[][] rows = pairs.stream()
                .map(model -> row(model.work(), lesson.onCpu(model)))
                .toArray(double[][]::new);
        double[] ratios = pairs.stream()
                .mapToDouble(model -> Math.exp(lesson.ratio(model)))
                .toArray();
        double[] towards = new double[WIDTH];
        Arrays.fill(towards, 0, KINDS.length, usual);
        double[] found = RelativeLeastSquares.solve(rows, ratios, pulls(rows.length, usual), towards, ROUNDS);
        return question -> {
            OptionalDouble cpu = lesson.onCpu(question);
            return cpu.isEmpty()
                    ? cpu
                    : OptionalDouble.of(cpu.getAsDouble()
                            + Regression.log(Regression.dot(row(question.model().work(), cpu.getAsDouble()), found)));
        };
    }

    /** As of rows of relative errors, whose columns of shares are of the order 1/ratio. */
    private static double[] pulls(int rows, double usual) {
        double[] pulls = new double[WIDTH];
        Arrays.fill(pulls, 0, KINDS.length, PULL * rows / (usual * usual) / KINDS.length);
        return pulls;
    }

    /** Shares of the classes in the time on native CPU, and kernels and inferences for each millisecond of it. */
    private static double[] row(WorkSummary work, double logCpu) {
        double[] row = new double[WIDTH];
        double all = work.total().millis();
        for (OperatorClass kind : KINDS) {
            row[kind.ordinal()] = all == 0 ? 0 : work.of(kind).millis() / all;
        }
        double millis = Math.exp(logCpu);
        row[KINDS.length] = work.total().count() / millis;
        row[KINDS.length + 1] = 1 / millis;
        return row;
    }
}
