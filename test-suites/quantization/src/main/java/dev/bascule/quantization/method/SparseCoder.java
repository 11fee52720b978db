package dev.bascule.quantization.method;

import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Weight;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Sets the smallest magnitudes of a weight to 0 (magnitude pruning: Han et al., "Learning both Weights and Connections", 2015). Of equal ones
 * the first go.
 *
 * @param percent of the elements
 */
record SparseCoder(int percent) implements WeightCoder {

    @Override
    public Coded code(Weight weight, Names names, long seed) {
        float[] values = weight.values().clone();
        int zeros = Math.toIntExact((long) values.length * percent / 100);
        // Magnitude above, index below: sorted as one number.
        long[] order = IntStream.range(0, values.length)
                .mapToLong(i -> (long) Float.floatToRawIntBits(Math.abs(values[i])) << 32 | i)
                .sorted()
                .toArray();
        for (int i = 0; i < zeros; i++) {
            values[(int) order[i]] = 0;
        }
        return new Coded(
                List.of(Numbers.floats(weight.name(), weight.dims(), values)),
                List.of(),
                values,
                Float.SIZE,
                weight.bytes());
    }
}
