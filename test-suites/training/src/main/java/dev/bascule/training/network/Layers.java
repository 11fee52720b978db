package dev.bascule.training.network;

import ai.onnx.proto.OnnxMl.AttributeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;

/** Layers with their parameters, made of operators that every backend has. Not thread-safe. */
record Layers(Operators on, Initial initial, boolean isTraining) {
    private static final double EPSILON = 1e-5;
    /** What a batch is worth among those before it, as in PyTorch. */
    private static final double MOMENTUM = 0.1;

    Layers(Operators on, long seed) {
        this(on, new Initial(seed), true);
    }

    /** Along the last axis: to so many units, with He's initial values. */
    Symbol dense(String name, Symbol x, long units) {
        long inputs = x.dim(-1);
        Shape shape = Shape.of(inputs, units);
        return dense(name, x, on.graph().parameter(name + ".weight", initial.he(name, shape, inputs), true));
    }

    /** The same with Glorot's, for what no Relu follows. */
    Symbol project(String name, Symbol x, long units) {
        return dense(name, x, matrix(name + ".weight", x.dim(-1), units));
    }

    /** Weights alone, with Glorot's initial values. */
    Symbol matrix(String name, long inputs, long units) {
        return on.graph().parameter(name, initial.glorot(name, Shape.of(inputs, units), inputs, units), true);
    }

    private Symbol dense(String name, Symbol x, Symbol weight) {
        long inputs = weight.dim(0);
        long units = weight.dim(1);
        // One matrix, so that the weight's gradient is one product and no sum over a batch of them.
        Symbol rows = on.reshape(x, Shape.of(x.shape().elements() / inputs, inputs));
        Symbol product = on.add(on.matMul(rows, weight), zeros(name + ".bias", units));
        List<Long> dims = new ArrayList<>(x.shape().dims());
        dims.set(dims.size() - 1, units);
        return on.reshape(product, new Shape(dims));
    }

    Symbol zeros(String name, long size) {
        return on.graph().parameter(name, Initial.filled(Shape.of(size), 0), false);
    }

    private Symbol ones(String name, long size) {
        return on.graph().parameter(name, Initial.filled(Shape.of(size), 1), false);
    }

    /** A square convolution [batch, channels, height, width] with a bias. */
    Symbol conv(String name, Symbol x, long channels, long kernel, long pad) {
        long inputs = x.dim(1) * kernel * kernel;
        Shape shape = Shape.of(channels, x.dim(1), kernel, kernel);
        return on.graph()
                .op(
                        "Conv",
                        List.of(
                                x,
                                on.graph().parameter(name + ".weight", initial.he(name, shape, inputs), true),
                                zeros(name + ".bias", channels)),
                        window(kernel, pad, 1));
    }

    /** A square convolution without a bias, for normalisation takes it away; padded so that stride 1 keeps the size. */
    Symbol conv(String name, Symbol x, long channels, long kernel, int stride) {
        Shape shape = Shape.of(channels, x.dim(1), kernel, kernel);
        Symbol weight =
                on.graph().parameter(name + ".weight", initial.he(name, shape, x.dim(1) * kernel * kernel), true);
        long pad = kernel / 2;
        return on.graph().op("Conv", List.of(x, weight), window(kernel, pad, stride));
    }

    /** All of it, for what ONNX takes for granted onnxruntime-web's JSEP build misses: "dilations should be 2D". */
    private static AttributeProto[] window(long kernel, long pad, long stride) {
        return new AttributeProto[] {
            Attributes.ints("kernel_shape", kernel, kernel),
            Attributes.ints("pads", pad, pad, pad, pad),
            Attributes.ints("strides", stride, stride),
            Attributes.ints("dilations", 1, 1)
        };
    }

    /**
     * Batch normalisation of [batch, channels, height, width], of operators that every backend has, for their own ones know no training
     * everywhere. In training by the batch's moments, whose running means are buffers; afterwards by these.
     */
    Symbol batchNorm(String name, Symbol x) {
        long channels = x.dim(1);
        Shape along = Shape.of(channels, 1, 1);
        Symbol runningMean = on.graph().buffer(name + ".mean", Initial.filled(Shape.of(channels), 0));
        Symbol runningVariance = on.graph().buffer(name + ".variance", Initial.filled(Shape.of(channels), 1));
        Symbol mean = on.reshape(runningMean, along);
        Symbol variance = on.reshape(runningVariance, along);
        if (isTraining) {
            mean = on.reduceMean(x, true, 0, 2, 3);
            variance = on.reduceMean(on.square(on.sub(x, mean)), true, 0, 2, 3);
            double count = (double) x.shape().elements() / channels;
            keep(runningMean, mean, 1);
            // As PyTorch: the batch is divided by its own variance, and kept is the estimate of the population's.
            keep(runningVariance, variance, count / Math.max(1, count - 1));
        }
        Symbol standard = on.div(on.sub(x, mean), on.sqrt(on.add(variance, EPSILON)));
        Symbol gain = on.reshape(ones(name + ".gain", channels), along);
        return on.add(on.mul(standard, gain), on.reshape(zeros(name + ".shift", channels), along));
    }

    private void keep(Symbol running, Symbol batch, double factor) {
        Symbol seen = on.mul(on.reshape(batch, running.shape()), MOMENTUM * factor);
        on.graph().next(running, on.add(on.mul(running, 1 - MOMENTUM), seen));
    }

    /** Layer normalisation along the last axis. */
    Symbol layerNorm(String name, Symbol x) {
        int last = x.rank() - 1;
        Symbol centred = on.sub(x, on.reduceMean(x, true, last));
        Symbol variance = on.reduceMean(on.square(centred), true, last);
        Symbol standard = on.div(centred, on.sqrt(on.add(variance, EPSILON)));
        return on.add(on.mul(standard, ones(name + ".gain", x.dim(last))), zeros(name + ".shift", x.dim(last)));
    }

    /**
     * Tokens as rows of a matrix with a 1 each; nothing but zeros for a token that is not in the vocabulary.
     *
     * @param tokens int64 [batch, length]
     * @return [batch, length, vocabulary]
     */
    Symbol oneHot(Symbol tokens, int vocabulary) {
        float[] all = new float[vocabulary];
        for (int i = 0; i < vocabulary; i++) {
            all[i] = i;
        }
        // Compared as floats, which hold such numbers exactly: not every backend compares whole ones.
        Symbol numbers = on.cast(on.reshape(tokens, Shape.of(tokens.dim(0), tokens.dim(1), 1)), DType.FLOAT32);
        Symbol equal =
                on.graph().op("Equal", List.of(numbers, on.graph().constant(Tensor.floats(Shape.of(vocabulary), all))));
        return on.cast(equal, DType.FLOAT32);
    }

    Symbol relu(Symbol x) {
        return on.graph().op("Relu", List.of(x));
    }

    /** A place where training may drop some; elsewhere nothing. */
    Symbol dropout(String name, Symbol x) {
        return on.graph().dropped(name, x);
    }

    /** Of two by two. */
    Symbol maxPool(Symbol x) {
        return on.graph()
                .op("MaxPool", List.of(x), Attributes.ints("kernel_shape", 2, 2), Attributes.ints("strides", 2, 2));
    }

    /** [batch, height, width] with an axis for its only channel. */
    Symbol picture(Symbol x) {
        return x.rank() == 3 ? on.reshape(x, Shape.of(x.dim(0), 1, x.dim(1), x.dim(2))) : x;
    }

    /** All axes behind the batch in one. */
    Symbol flat(Symbol x) {
        return on.reshape(x, Shape.of(x.dim(0), x.shape().elements() / x.dim(0)));
    }
}
