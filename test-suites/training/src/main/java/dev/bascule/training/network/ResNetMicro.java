package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/**
 * Three residual blocks (He et al. 2016) with batch normalisation, of 8, 16 and 32 channels, the last two of which halve the picture.
 *
 * @param sample [height, width] or [channels, height, width]
 */
record ResNetMicro(Shape sample, int classes) implements Network {
    private static final List<Integer> CHANNELS = List.of(8, 16, 32);
    private static final long KERNEL = 3;

    @Override
    public String name() {
        return "resnet-micro";
    }

    @Override
    public DType dtype() {
        return DType.FLOAT32;
    }

    @Override
    public Symbol logits(Operators on, Symbol batch, long seed) {
        return logits(new Layers(on, seed), batch);
    }

    @Override
    public Symbol evaluated(Operators on, Symbol batch, long seed) {
        return logits(new Layers(on, new Initial(seed), false), batch);
    }

    private Symbol logits(Layers layers, Symbol batch) {
        Symbol x = layers.relu(convolved(layers, "stem", layers.picture(batch), CHANNELS.get(0), KERNEL, 1));
        for (int block = 0; block < CHANNELS.size(); block++) {
            x = block(layers, "block" + (block + 1), x, CHANNELS.get(block), block == 0 ? 1 : 2);
        }
        Symbol pooled = layers.on().graph().op("GlobalAveragePool", List.of(x));
        return layers.project("classes", layers.flat(pooled), classes);
    }

    private static Symbol block(Layers layers, String name, Symbol x, int channels, int stride) {
        Symbol first = layers.relu(convolved(layers, name + ".conv1", x, channels, KERNEL, stride));
        Symbol second = convolved(layers, name + ".conv2", first, channels, KERNEL, 1);
        Symbol past =
                stride == 1 && x.dim(1) == channels ? x : convolved(layers, name + ".shortcut", x, channels, 1, stride);
        return layers.relu(layers.on().add(second, past));
    }

    private static Symbol convolved(Layers layers, String name, Symbol x, long channels, long kernel, int stride) {
        return layers.batchNorm(name + ".norm", layers.conv(name, x, channels, kernel, stride));
    }
}
