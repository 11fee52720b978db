package dev.bascule.exact.kernel.signal;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.Arrays;

/** Det, by elimination with the largest pivot of each column. Stateless. */
final class Determinants {
    private Determinants() {}

    static Reals det(Call call) {
        Reals x = call.reals(0);
        int rank = x.rank();
        if (rank < 2 || x.dims()[rank - 1] != x.dims()[rank - 2]) {
            throw new IllegalArgumentException("Det of " + x);
        }
        int size = x.dims()[rank - 1];
        int[] shape = Arrays.copyOf(x.dims(), rank - 2);
        double[] determinants = new double[Dims.size(shape)];
        double[] squares = new double[determinants.length];
        for (int i = 0; i < determinants.length; i++) {
            double[] matrix = Arrays.copyOfRange(x.data(), i * size * size, (i + 1) * size * size);
            squares[i] = squares(matrix, size);
            determinants[i] = determinant(matrix, size);
        }
        return call.rounding()
                .sum(new Reals(x.dtype(), determinants, shape), size, () -> new Reals(x.dtype(), squares, shape));
    }

    /** At least the sum of the squares of the products whose sum a determinant is: the product of those of the rows. */
    private static double squares(double[] matrix, int size) {
        double product = 1;
        for (int row = 0; row < size; row++) {
            double sum = 0;
            for (int i = row * size; i < (row + 1) * size; i++) {
                sum += matrix[i] * matrix[i];
            }
            product *= sum;
        }
        return product;
    }

    private static double determinant(double[] matrix, int size) {
        double determinant = 1;
        for (int column = 0; column < size; column++) {
            int pivot = column;
            for (int row = column + 1; row < size; row++) {
                if (Math.abs(matrix[row * size + column]) > Math.abs(matrix[pivot * size + column])) {
                    pivot = row;
                }
            }
            double value = matrix[pivot * size + column];
            determinant *= pivot == column ? value : -value;
            if (value == 0) {
                return 0;
            }
            for (int i = column; i < size; i++) {
                double moved = matrix[pivot * size + i];
                matrix[pivot * size + i] = matrix[column * size + i];
                matrix[column * size + i] = moved;
            }
            for (int row = column + 1; row < size; row++) {
                double times = matrix[row * size + column] / value;
                for (int i = column + 1; i < size; i++) {
                    matrix[row * size + i] -= times * matrix[column * size + i];
                }
            }
        }
        return determinant;
    }
}
