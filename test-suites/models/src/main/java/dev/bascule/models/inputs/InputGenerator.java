package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Port;
import dev.bascule.models.zoo.SplitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Inputs from a seed: noise that suits the dtype, and conventional values where the name says what an input means. What is
 * noise is never constant when it has two elements or more. The same seed, name, dtype and shape give the same bytes on
 * every machine. Immutable and thread-safe.
 *
 * @param seed of the noise
 * @param indexBounds number of rows that an integer input may look up, by input
 * @param sampleRate what an input that asks for the rate of a sound gets, in Hz
 */
record InputGenerator(long seed, Map<String, Long> indexBounds, long sampleRate) {
    private static final Set<String> RATES = Set.of("sr", "sample_rate", "sampling_rate", "samplerate");
    private static final long SMALL = 10;
    private static final long MOST_STRINGS = 1_000_000;

    InputGenerator {
        indexBounds = Map.copyOf(indexBounds);
    }

    Tensor generate(Port port, DType dtype, Shape shape) {
        String name = port.name().toLowerCase(Locale.ROOT);
        SplitMix random = SplitMix.named(seed + ":" + port.name());
        if (dtype == DType.STRING) {
            return strings(shape, random);
        }
        NumberWriter out = new NumberWriter(dtype, shape);
        long elements = shape.elements();
        if (dtype.isFloat()) {
            boolean picture = shape.rank() == 4;
            double first = 0;
            for (long index = 0; index < elements; index++) {
                double value = picture ? random.nextFloat() : random.nextGaussian();
                // A coarse dtype may round two numbers to one: the second has the other sign, or where there is none
                // another power.
                value = index == 1 && !picture ? other(dtype, first, value) : value;
                first = index == 0 ? value : first;
                out.put(value);
            }
            return out.tensor();
        }
        LongSupplier integers = integers(name, port.name(), dtype, shape, random);
        for (long index = 0; index < elements; index++) {
            out.put(integers.getAsLong());
        }
        return out.tensor();
    }

    private static double other(DType dtype, double first, double value) {
        return dtype == DType.FLOAT8E8M0 ? 4 * first : -Math.copySign(value, first);
    }

    private LongSupplier integers(String name, String exactName, DType dtype, Shape shape, SplitMix random) {
        if (RATES.contains(name)) {
            return () -> sampleRate;
        }
        if (name.contains("mask")) {
            return () -> 1;
        }
        if (name.contains("token_type") || name.contains("segment")) {
            return () -> 0;
        }
        // A decoder's cache holds as many positions as there were steps before.
        if (name.contains("position_ids") || name.equals("position")) {
            long length = shape.rank() == 0 ? 1 : shape.dims().get(shape.rank() - 1);
            return counting(length);
        }
        return varied(bound(exactName, dtype), random);
    }

    private long bound(String name, DType dtype) {
        long rows = indexBounds.getOrDefault(name, Long.MAX_VALUE);
        long natural = switch (dtype) {
            case BOOL -> 2;
            case UINT8 -> 256;
            case INT8 -> 128;
            case INT4 -> 8;
            case UINT4 -> 16;
            case INT2 -> 2;
            case UINT2 -> 4;
            case INT16,
                    UINT16,
                    INT32,
                    UINT32,
                    INT64,
                    UINT64,
                    FLOAT32,
                    FLOAT64,
                    FLOAT16,
                    BFLOAT16,
                    FLOAT8E4M3FN,
                    FLOAT8E4M3FNUZ,
                    FLOAT8E5M2,
                    FLOAT8E5M2FNUZ,
                    FLOAT4E2M1,
                    FLOAT8E8M0,
                    STRING -> rows < Long.MAX_VALUE ? rows : SMALL;
        };
        return Math.max(1, Math.min(rows, natural));
    }

    /** Uniform below the bound, except that the second value differs from the first. */
    private static LongSupplier varied(long bound, SplitMix random) {
        long[] state = {0, 0};
        return () -> {
            long value = random.nextBelow(bound);
            if (state[1] == 1 && value == state[0]) {
                value = (value + 1) % bound;
            }
            state[0] = value;
            state[1]++;
            return value;
        };
    }

    private static LongSupplier counting(long length) {
        long[] next = {0};
        return () -> next[0]++ % length;
    }

    private static Tensor strings(Shape shape, SplitMix random) {
        if (shape.elements() > MOST_STRINGS) {
            throw InputMismatch.of(
                    "a tensor string%s has more than the %d strings that are made up".formatted(shape, MOST_STRINGS));
        }
        List<String> words = new ArrayList<>();
        for (long index = 0; index < shape.elements(); index++) {
            words.add("word " + index + " " + random.nextBelow(1000));
        }
        return Tensor.strings(shape, words);
    }
}
