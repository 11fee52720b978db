package dev.bascule.exact.kernel.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ContractionTest {

    @Test
    void sums_that_cancel_keep_what_float32_and_plain_doubles_lose() {
        int k = 5000;
        SplittableRandom random = new SplittableRandom(3);
        double[] a = new double[k];
        double[] b = new double[k];
        for (int i = 0; i < k; i += 2) {
            a[i] = (float) random.nextDouble(1e6);
            b[i] = (float) random.nextDouble(1e6);
            a[i + 1] = i + 2 < k ? -a[i] : -(float) (a[i] * 0.999999);
            b[i + 1] = b[i];
        }
        BigDecimal sum = BigDecimal.ZERO;
        double size = 0;
        for (int i = 0; i < k; i++) {
            sum = sum.add(new BigDecimal(a[i]).multiply(new BigDecimal(b[i])));
            size += Math.abs(a[i] * b[i]);
        }
        double got = Contraction.product(a, b, 1, 1, k)[0];
        assertThat(got).isCloseTo(sum.doubleValue(), within(Contraction.DEPTH * 0x1p-53 * size));
    }

    @Test
    void every_size_around_the_edges_of_tiles_comes_out_as_by_plain_loops() {
        SplittableRandom random = new SplittableRandom(5);
        for (int m : new int[] {1, 15, 16, 33}) {
            for (int n : new int[] {1, 511, 513}) {
                for (int k : new int[] {0, 1, 3, 64, 67}) {
                    double[] a = random.doubles((long) m * k, -1, 1).toArray();
                    double[] b = random.doubles((long) k * n, -1, 1).toArray();
                    double[] c = Contraction.product(a, b, m, n, k);
                    for (int at : new int[] {0, m * n - 1, m * n / 2}) {
                        double plain = 0;
                        for (int i = 0; i < k; i++) {
                            plain += a[at / n * k + i] * b[i * n + at % n];
                        }
                        assertThat(c[at]).as("%d %d %d at %d", m, n, k, at).isCloseTo(plain, within(1e-13));
                    }
                }
            }
        }
    }

    @Test
    void infinities_and_what_is_no_number_stay_what_they_are() {
        double infinite = Double.POSITIVE_INFINITY;
        assertThat(Contraction.product(new double[] {infinite, 1}, new double[] {2, 3}, 1, 1, 2))
                .containsExactly(infinite);
        assertThat(Contraction.product(new double[] {infinite, -infinite}, new double[] {1, 1}, 1, 1, 2)[0])
                .isNaN();
    }
}
