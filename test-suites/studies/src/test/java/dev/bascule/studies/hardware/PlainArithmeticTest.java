package dev.bascule.studies.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The references against values worked out by hand or taken from tables. */
class PlainArithmeticTest {
    @Test
    void a_product_is_rows_times_columns() {
        assertThat(PlainArithmetic.product(
                        new double[] {1, 2, 3, 4, 5, 6}, new double[] {7, 8, 9, 10, 11, 12}, 2, 3, 2))
                .containsExactly(58, 64, 139, 154);
        assertThat(PlainArithmetic.transposed(new double[] {1, 2, 3, 4, 5, 6}, 2, 3))
                .containsExactly(1, 4, 2, 5, 3, 6);
    }

    @Test
    void softmax_of_logarithms_is_their_shares() {
        double[] shares = PlainArithmetic.softmax(new double[] {Math.log(1), Math.log(2), Math.log(5), 0, 0, 0}, 3);

        assertThat(shares[0]).isCloseTo(0.125, within(1e-15));
        assertThat(shares[1]).isCloseTo(0.25, within(1e-15));
        assertThat(shares[2]).isCloseTo(0.625, within(1e-15));
        assertThat(shares[3]).isCloseTo(1 / 3.0, within(1e-15));
    }

    @Test
    void layer_normalization_takes_mean_and_population_variance() {
        // The mean is 2, the variance 5/4, and with the epsilon of 3/4 the root is that of 2.
        double[] y = PlainArithmetic.layerNormalization(
                new double[] {0.5, 1.5, 2.5, 3.5}, new double[] {1, 1, 2, 1}, new double[] {0, 0, 0, 10}, 0.75);

        assertThat(y[0]).isCloseTo(-1.5 / Math.sqrt(2), within(1e-15));
        assertThat(y[2]).isCloseTo(1 / Math.sqrt(2), within(1e-15));
        assertThat(y[3]).isCloseTo(10 + 1.5 / Math.sqrt(2), within(1e-14));
    }

    /** Abramowitz and Stegun, table 7.1, and the NIST Digital Library for the last. */
    @Test
    void erf_is_as_tabulated() {
        assertThat(PlainArithmetic.erf(0)).isZero();
        assertThat(PlainArithmetic.erf(0.5)).isCloseTo(0.5204998778, within(5e-11));
        assertThat(PlainArithmetic.erf(1)).isCloseTo(0.8427007929, within(5e-11));
        assertThat(PlainArithmetic.erf(-2)).isCloseTo(-0.9953222650, within(5e-11));
        assertThat(PlainArithmetic.erf(4)).isCloseTo(0.999999984582742, within(1e-14));
        assertThat(PlainArithmetic.erf(7)).isEqualTo(1);
        assertThat(PlainArithmetic.gelu(1)).isCloseTo(0.8413447461, within(5e-11));
    }

    @Test
    void saturation_rounds_ties_to_even_and_holds_the_bounds() {
        assertThat(PlainArithmetic.saturated(2.5, 0, 255)).isEqualTo(2);
        assertThat(PlainArithmetic.saturated(3.5, 0, 255)).isEqualTo(4);
        assertThat(PlainArithmetic.saturated(-1, 0, 255)).isZero();
        assertThat(PlainArithmetic.saturated(300, -128, 127)).isEqualTo(127);
    }

    @Test
    void a_convolution_sums_the_window_and_nothing_beyond_the_border() {
        Convolution padded = new Convolution(1, 2, 3, 1, 3, 1, 1, 1, 1);
        double[] counting = {0, 0, 0, 0, 1, 2, 0, 0, 0};

        assertThat(padded.of(new double[] {1, 2, 3, 4, 5, 6}, counting)).containsExactly(5, 8, 3, 14, 17, 6);
        assertThat(padded.terms()).isEqualTo(9);
    }

    @Test
    void strides_dilations_and_groups_pick_what_they_say() {
        double[] x = new double[2 * 25];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
        }
        Convolution wide = new Convolution(2, 5, 5, 2, 2, 2, 0, 2, 2);
        // Each filter sees its own channel: the upper left minus the lower right of a window of three.
        double[] w = {1, 0, 0, -1, 0, 1, 0, 0};

        assertThat(wide.outHeight()).isEqualTo(2);
        assertThat(wide.of(x, w)).containsExactly(-12, -12, -12, -12, 27, 29, 37, 39);
    }
}
