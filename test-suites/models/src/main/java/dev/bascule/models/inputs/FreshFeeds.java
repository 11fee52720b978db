package dev.bascule.models.inputs;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Other inputs for a model, made of a case's own: each element, or each row of real numbers, stays or is replaced by
 * another one of the same tensor. So every value is one that the model was fed before, wherever the inputs came from:
 * token ids stay in the vocabulary, pixels in their range, and no type needs arithmetic. The same seed gives the same
 * bytes. Stateless.
 */
public final class FreshFeeds {
    private static final int TRIES = 8;

    /** From so many rows on, rows are exchanged whole: columns of a table mean different things. */
    private static final long ROWS = 4;

    private FreshFeeds() {}

    /**
     * Makes them.
     *
     * @param steps most steps wanted; of longer ones an arbitrary window is taken
     * @return empty where nothing can be exchanged: strings, scalars, constants, masks, initial states
     */
    public static Optional<Feeds> of(Feeds base, int steps, long seed) {
        SplitMix random = SplitMix.named("fresh:" + seed);
        int wanted = Math.min(base.steps(), steps);
        int window = base.steps() == wanted ? 0 : (int) random.nextBelow(base.steps() - wanted + 1L);
        boolean[] differs = {false};
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        base.inputs().forEach((name, tensors) -> {
            List<Tensor> own = tensors.size() == 1 ? tensors : tensors.subList(window, window + wanted);
            boolean initial = base.carry().containsKey(name);
            List<Tensor> other = own.stream()
                    .map(tensor -> initial ? tensor : varied(name, tensor, random))
                    .toList();
            inputs.put(name, other);
            differs[0] |= !other.equals(tensors.subList(0, other.size()));
        });
        return differs[0] ? Optional.of(new Feeds(inputs, base.carry())) : Optional.empty();
    }

    private static Tensor varied(String name, Tensor tensor, SplitMix random) {
        long unit = unit(name, tensor);
        long units = unit == 0 ? 0 : tensor.data().remaining() / unit;
        for (int attempt = 0; units > 1 && attempt < TRIES; attempt++) {
            Tensor other = exchanged(tensor, (int) unit, (int) units, random);
            if (!other.equals(tensor)) {
                return other;
            }
        }
        return tensor;
    }

    /** How many bytes stay together; 0 for a tensor that is left alone. */
    private static long unit(String name, Tensor tensor) {
        DType dtype = tensor.dtype();
        Shape shape = tensor.shape();
        if (dtype == DType.STRING || dtype.bits() < Byte.SIZE || shape.rank() == 0) {
            return 0;
        }
        long width = dtype.bits() / Byte.SIZE;
        if (!dtype.isFloat()) {
            // Of rank 1 are lengths, axes and shapes.
            boolean exchangeable = shape.rank() > 1
                    && dtype != DType.BOOL
                    && !name.toLowerCase(Locale.ROOT).contains("mask");
            return exchangeable ? width : 0;
        }
        long columns = shape.dims().get(shape.rank() - 1);
        boolean table = shape.rank() > 1 && columns > 0 && shape.elements() / columns >= ROWS;
        return table ? columns * width : width;
    }

    private static Tensor exchanged(Tensor tensor, int unit, int units, SplitMix random) {
        byte[] own = tensor.bytes();
        byte[] other = own.clone();
        int shift = 1 + (int) random.nextBelow(units - 1L);
        for (int index = 0; index < units; index++) {
            if (random.nextLong() < 0) {
                System.arraycopy(own, (index + shift) % units * unit, other, index * unit, unit);
            }
        }
        return Tensor.of(tensor.dtype(), tensor.shape(), other);
    }

    /**
     * The same inputs, each real number moved by a few units in the last place, one way or the other. Outputs that change
     * with it are not the model's to decide.
     */
    public static Feeds nudged(Feeds feeds, long seed) {
        SplitMix random = SplitMix.named("nudged:" + seed);
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        feeds.inputs()
                .forEach((name, tensors) -> inputs.put(
                        name,
                        tensors.stream()
                                .map(tensor -> InputPerturbation.of(tensor, random))
                                .toList()));
        return new Feeds(inputs, feeds.carry());
    }
}
