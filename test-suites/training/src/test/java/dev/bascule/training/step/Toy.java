package dev.bascule.training.step;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.network.Network;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** A network of two layers, and a task that it can learn: which of three numbers is the greatest. Immutable. */
record Toy(boolean averaging) implements Network {
    private static final int HIDDEN = 12;

    @Override
    public String name() {
        return "toy";
    }

    @Override
    public DType dtype() {
        return DType.FLOAT32;
    }

    @Override
    public Shape sample() {
        return Shape.of(3);
    }

    @Override
    public int classes() {
        return 3;
    }

    @Override
    public Symbol logits(Operators on, Symbol batch, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Symbol weights = on.graph().parameter("first.weight", drawn(random, 3, HIDDEN), true);
        Symbol bias = on.graph().parameter("first.bias", Tensor.floats(Shape.of(HIDDEN), new float[HIDDEN]), false);
        Symbol hidden = on.graph().op("Relu", List.of(on.add(on.matMul(batch, weights), bias)));
        if (averaging) {
            Symbol mean = on.graph().buffer("mean", Tensor.floats(Shape.of(HIDDEN), new float[HIDDEN]));
            on.graph().next(mean, on.add(on.mul(mean, 0.75), on.mul(on.reduceMean(hidden, false, 0), 0.25)));
        }
        Symbol second = on.graph().parameter("second.weight", drawn(random, HIDDEN, 3), true);
        Symbol last = on.graph().parameter("second.bias", Tensor.floats(Shape.of(3), new float[3]), false);
        return on.graph().op("Gemm", List.of(hidden, second, last));
    }

    private static Tensor drawn(SplittableRandom random, int rows, int columns) {
        float[] values = new float[rows * columns];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() * Math.sqrt(2.0 / rows));
        }
        return Tensor.floats(Shape.of(rows, columns), values);
    }

    /** Samples and targets of a batch. */
    static Map<String, Tensor> batch(int samples, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] x = new float[samples * 3];
        float[] t = new float[samples * 3];
        for (int i = 0; i < samples; i++) {
            int greatest = 0;
            for (int j = 0; j < 3; j++) {
                x[i * 3 + j] = (float) random.nextGaussian();
                greatest = x[i * 3 + j] > x[i * 3 + greatest] ? j : greatest;
            }
            t[i * 3 + greatest] = 1;
        }
        return Map.of(
                TrainingGraph.SAMPLES,
                Tensor.floats(Shape.of(samples, 3), x),
                TrainingGraph.TARGETS,
                Tensor.floats(Shape.of(samples, 3), t));
    }

    static TrainingPlan plan(String optimizer, double rate, int batch) {
        return new TrainingPlan(
                new Toy(false),
                Optimizers.of(optimizer, OptimizerSettings.DEFAULTS.withRate(new LearningRate.Constant(rate))),
                batch,
                1,
                Optional.empty(),
                OptionalDouble.empty());
    }
}
