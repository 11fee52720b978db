package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.work.OperatorClass;
import dev.bascule.prediction.work.WorkSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.logging.Logger;
import org.tribuo.Example;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.common.tree.RandomForestTrainer;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import org.tribuo.regression.RegressionFactory;
import org.tribuo.regression.Regressor;
import org.tribuo.regression.ensemble.AveragingCombiner;
import org.tribuo.regression.rtree.CARTRegressionTrainer;
import org.tribuo.regression.rtree.impurity.MeanSquaredError;

/**
 * A forest of regression trees over what another method misses by, told from shapes of the work: shares of the classes, sizes,
 * intensity, size of a kernel. It adds at most what nine of ten residuals stay below, for trees know nothing beyond what they
 * saw. Stateless.
 */
final class ResidualForest {
    private static final int TREES = 40;
    private static final int DEPTH = 6;
    private static final float FEATURES = 0.5f;
    private static final float LEAF = 6;
    private static final double CLIP = 0.9;
    private static final long SEED = 20261128;

    /** It tells of each tree. Held here, for the JDK forgets the level of a logger that nobody holds. */
    private static final Logger TRAINING = Logger.getLogger("org.tribuo");

    static {
        TRAINING.setLevel(java.util.logging.Level.WARNING);
    }

    private ResidualForest() {}

    static Method over(Method base) {
        return new Method(
                base.id() + "+forest",
                base.level(),
                "%s, times what a forest makes of its residuals".formatted(base.id()),
                lesson -> learn(base, lesson));
    }

    private static Fit learn(Method base, Lesson lesson) {
        Fit first = lesson.fits().of(base, lesson.target());
        Map<PredictedModel.Key, Double> residuals = lesson.fits().residuals(base, lesson.target());
        List<Example<Regressor>> examples = new ArrayList<>();
        for (PredictedModel model : lesson.models()) {
            Double residual = residuals.get(model.key());
            if (residual != null) {
                examples.add(example(model.work(), residual));
            }
        }
        if (examples.size() < LEAF) {
            return first;
        }
        RegressionFactory factory = new RegressionFactory();
        MutableDataset<Regressor> data =
                new MutableDataset<>(examples, new SimpleDataSourceProvenance("residuals", factory), factory);
        Model<Regressor> forest = new RandomForestTrainer<>(
                        new CARTRegressionTrainer(DEPTH, LEAF, 0f, FEATURES, false, new MeanSquaredError(), SEED),
                        new AveragingCombiner(),
                        TREES,
                        SEED)
                .train(data);
        double clip =
                quantile(residuals.values().stream().mapToDouble(Math::abs).toArray());
        return question -> {
            OptionalDouble log = first.log(question);
            if (log.isEmpty()) {
                return log;
            }
            double more = forest.predict(example(question.model().work(), 0))
                    .getOutput()
                    .getValues()[0];
            return OptionalDouble.of(log.getAsDouble() + Math.max(-clip, Math.min(clip, more)));
        };
    }

    private static double quantile(double[] values) {
        Arrays.sort(values);
        return values[(int) Math.floor(CLIP * (values.length - 1))];
    }

    private static Example<Regressor> example(WorkSummary work, double residual) {
        List<String> names = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        WorkSummary.ClassWork all = work.total();
        for (OperatorClass kind : OperatorClass.values()) {
            names.add("share " + kind);
            values.add(work.of(kind).millis() / (all.millis() + 1e-9));
        }
        names.addAll(List.of("operations", "bytes", "intensity", "kernel", "kernels"));
        values.add(Math.log(1 + all.operations()));
        values.add(Math.log(1 + all.bytes()));
        values.add(Math.log((1 + all.operations()) / (1 + all.bytes())));
        values.add(Math.log((1 + all.operations()) / (1 + all.count())));
        values.add(Math.log(1.0 + all.count()));
        return new ArrayExample<>(
                new Regressor("residual", residual),
                names.toArray(String[]::new),
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
