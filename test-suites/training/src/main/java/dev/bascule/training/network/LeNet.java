package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;

/**
 * LeNet-5 (LeCun et al. 1998) as it is trained today: with Relu, max pooling and all channels connected. Pictures that would be smaller than
 * the second convolution's window are padded there.
 *
 * @param sample [height, width] or [channels, height, width]
 */
record LeNet(Shape sample, int classes) implements Network {
    private static final long KERNEL = 5;
    private static final long PAD = 2;

    @Override
    public String name() {
        return "lenet";
    }

    @Override
    public DType dtype() {
        return DType.FLOAT32;
    }

    @Override
    public Symbol logits(Operators on, Symbol batch, long seed) {
        Layers layers = new Layers(on, seed);
        Symbol first = layers.maxPool(layers.relu(layers.conv("conv1", layers.picture(batch), 6, KERNEL, PAD)));
        boolean isSmall = Math.min(first.dim(2), first.dim(3)) < KERNEL + 1;
        Symbol second = layers.maxPool(layers.relu(layers.conv("conv2", first, 16, KERNEL, isSmall ? PAD : 0)));
        Symbol third = layers.dropout("hidden1", layers.relu(layers.dense("hidden1", layers.flat(second), 120)));
        Symbol fourth = layers.dropout("hidden2", layers.relu(layers.dense("hidden2", third, 84)));
        return layers.project("classes", fourth, classes);
    }
}
