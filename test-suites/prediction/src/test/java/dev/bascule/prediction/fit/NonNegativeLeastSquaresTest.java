package dev.bascule.prediction.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NonNegativeLeastSquaresTest {
    /** Where nothing can be lowered any more (Karush, Kuhn and Tucker): flat where a coefficient is free, rising where it is held. */
    private static void isTheMinimum(double[][] rows, double[] y, double[] pulls, double[] towards, double[] found) {
        for (int a = 0; a < found.length; a++) {
            double slope = pulls[a] * (found[a] - towards[a]);
            double length = pulls[a];
            double scale = pulls[a] * towards[a];
            for (int i = 0; i < rows.length; i++) {
                slope += rows[i][a] * (Regression.dot(rows[i], found) - y[i]);
                length += rows[i][a] * rows[i][a];
                scale += Math.abs(rows[i][a] * y[i]);
            }
            double relative = slope / Math.max(scale, Math.sqrt(length));
            assertThat(found[a]).isNotNegative();
            if (found[a] > 0) {
                assertThat(relative).as("slope at a free coefficient %d", a).isCloseTo(0, within(1e-6));
            } else {
                assertThat(relative).as("slope at a held coefficient %d", a).isGreaterThan(-1e-6);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nothing_lowers_the_sum_any_more_whatever_the_columns_and_wherever_one_begins(long seed) {
        Random random = new Random(seed);
        for (int problem = 0; problem < 50; problem++) {
            int width = 1 + random.nextInt(25);
            double[][] rows = new double[1 + random.nextInt(60)][width];
            double[] y = new double[rows.length];
            double[] pulls = new double[width];
            double[] towards = new double[width];
            double[] start = new double[width];
            for (int i = 0; i < rows.length; i++) {
                y[i] = random.nextGaussian() + 0.5;
                for (int a = 0; a < width; a++) {
                    // Work of classes differs by many powers of ten, and most models have few of them.
                    rows[i][a] = random.nextInt(3) == 0 ? random.nextDouble() * Math.pow(10, a % 9 - 3) : 0;
                }
            }
            for (int a = 0; a < width; a++) {
                // By a share of each column's weight, as whoever asks does.
                pulls[a] = Math.pow(10, -random.nextInt(6)) * Math.max(1e-6, squares(rows, a));
                towards[a] = random.nextBoolean() ? random.nextDouble() : 0;
                start[a] = random.nextBoolean() ? random.nextDouble() : 0;
            }

            double[] found = NonNegativeLeastSquares.solve(rows, y, pulls, towards, start);

            isTheMinimum(rows, y, pulls, towards, found);
            double[] elsewhere = NonNegativeLeastSquares.solve(rows, y, pulls, towards, new double[width]);
            for (double[] row : rows) {
                double sum = Regression.dot(row, found);
                assertThat(Regression.dot(row, elsewhere)).isCloseTo(sum, within(1e-6 * (1 + Math.abs(sum))));
            }
        }
    }

    @Test
    void a_coefficient_that_would_be_negative_is_none_and_the_others_do_without_it() {
        double[][] rows = {{1, 1}, {1, 2}, {1, 3}};

        double[] found = NonNegativeLeastSquares.solve(
                rows, new double[] {3, 2, 1}, tiny(2), new double[2], new double[] {5, 5});

        assertThat(found[0]).isCloseTo(2, within(1e-6));
        assertThat(found[1]).isZero();
    }

    @Test
    void columns_that_are_the_same_share_what_they_explain() {
        double[][] rows = {{1, 1}, {2, 2}};

        double[] found =
                NonNegativeLeastSquares.solve(rows, new double[] {2, 4}, tiny(2), new double[2], new double[2]);

        assertThat(found[0] + found[1]).isCloseTo(2, within(1e-4));
    }

    private static double squares(double[][] rows, int column) {
        return Arrays.stream(rows).mapToDouble(row -> row[column] * row[column]).sum();
    }

    private static double[] tiny(int width) {
        double[] pulls = new double[width];
        Arrays.fill(pulls, 1e-9);
        return pulls;
    }
}
