package dev.bascule.exact.kernel.pointwise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.DType;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows against the plain index maps of {@link Dims#repeated}. */
class PairingTest {
    static Stream<Arguments> shapes() {
        return Stream.of(
                Arguments.of(new int[0], new int[0]),
                Arguments.of(new int[] {3}, new int[0]),
                Arguments.of(new int[] {2, 3, 4}, new int[] {2, 3, 4}),
                Arguments.of(new int[] {2, 3, 4, 5}, new int[] {3, 1, 1}),
                Arguments.of(new int[] {1, 3, 1}, new int[] {2, 1, 4}),
                Arguments.of(new int[] {2, 1, 3, 1, 2}, new int[] {4, 3, 5, 1}),
                Arguments.of(new int[] {0, 3}, new int[] {1, 3}),
                Arguments.of(new int[] {3, 0}, new int[] {3, 1}),
                // Large enough for threads, whose parts end within rows.
                Arguments.of(new int[] {7, 1, 9001}, new int[] {5, 1}),
                Arguments.of(new int[] {70001, 1}, new int[] {3}));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void every_element_meets_the_one_that_is_repeated_there(int[] one, int[] other) {
        Reals a = counted(1, one);
        Reals b = counted(0.25, other);
        int[] dims = Dims.broadcast(one, other);
        double[] expected = new double[Dims.size(dims)];
        int[] fromA = Dims.repeated(one, dims);
        int[] fromB = Dims.repeated(other, dims);
        for (int i = 0; i < expected.length; i++) {
            expected[i] = a.data()[fromA[i]] - b.data()[fromB[i]];
        }

        // Not containsExactly, which takes seconds for so many.
        assertThat(Elementwise.minus(a, b).data()).isEqualTo(expected);
        assertThat(Pairs.reals(a, b, (x, y) -> x - y).dims()).containsExactly(dims);
        assertThat(Pairs.reals(a, b, (x, y) -> x - y).data()).isEqualTo(expected);
    }

    private static Reals counted(double step, int... dims) {
        double[] data = DoubleStream.iterate(0, value -> value + step)
                .limit(Dims.size(dims))
                .toArray();
        return new Reals(DType.FLOAT32, data, dims);
    }
}
