package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.work.OperatorClass;
import dev.bascule.prediction.work.WorkSummary;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A time is what each class of operator takes for its operations and for its bytes, what each kernel takes to be begun, and what
 * an inference takes at all; each at a price of its own that is none below zero. The prices are found so that the logarithms of
 * time are met: by least squares in relative errors, weighted anew by what the last round predicted. Stateless.
 */
final class ClassWork {
    private static final int ROUNDS = 6;
    /** As a share of a column's own weight: enough that a class nobody has costs nothing, too little to move another. */
    private static final double PULL = 1e-4;

    private static final OperatorClass[] KINDS = OperatorClass.values();
    private static final int WIDTH = 2 * KINDS.length + 2;

    private ClassWork() {}

    static final Method METHOD = new Method(
            "class-work",
            Level.L0,
            "operations, bytes and kernels of each class of operator, at prices none of which is below zero",
            ClassWork::learn);

    private static Fit learn(Lesson lesson) {
        List<PredictedModel> models = lesson.models();
        if (models.isEmpty()) {
            return question -> OptionalDouble.empty();
        }
        double[][] rows = models.stream().map(model -> row(model.work())).toArray(double[][]::new);
        double[] scales = scales(rows);
        divide(rows, scales);
        double[] millis = models.stream()
                .mapToDouble(model -> Math.exp(lesson.log(model)))
                .toArray();
        double[] prices = RelativeLeastSquares.solve(rows, millis, PULL, ROUNDS);
        return question -> {
            double[] row = row(question.model().work());
            double sum = 0;
            for (int i = 0; i < WIDTH; i++) {
                sum += row[i] / scales[i] * prices[i];
            }
            return OptionalDouble.of(Regression.log(sum) + question.drift());
        };
    }

    private static double[] row(WorkSummary work) {
        double[] row = new double[WIDTH];
        for (OperatorClass kind : KINDS) {
            row[2 * kind.ordinal()] = work.of(kind).operations();
            row[2 * kind.ordinal() + 1] = work.of(kind).bytes();
        }
        row[WIDTH - 2] = work.total().count();
        row[WIDTH - 1] = 1;
        return row;
    }

    /** The greatest of each column, so that prices are of one order. */
    private static double[] scales(double[][] rows) {
        double[] most = new double[WIDTH];
        for (double[] row : rows) {
            for (int i = 0; i < WIDTH; i++) {
                most[i] = Math.max(most[i], row[i]);
            }
        }
        for (int i = 0; i < WIDTH; i++) {
            most[i] = most[i] == 0 ? 1 : most[i];
        }
        return most;
    }

    private static void divide(double[][] rows, double[] scales) {
        for (double[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] /= scales[i];
            }
        }
    }
}
