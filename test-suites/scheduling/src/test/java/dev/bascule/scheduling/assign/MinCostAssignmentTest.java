package dev.bascule.scheduling.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;

class MinCostAssignmentTest {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    @Test
    void the_cheapest_of_all_is_found_and_not_the_cheapest_of_each() {
        List<OptionalInt> columns = MinCostAssignment.of(new double[][] {{1, 2}, {1, 10}}, new double[] {100, 100});

        assertThat(columns).containsExactly(OptionalInt.of(1), OptionalInt.of(0));
    }

    @Test
    void a_row_is_left_out_where_that_is_cheaper_or_nothing_else_is_possible() {
        assertThat(MinCostAssignment.of(new double[][] {{5}, {NEVER}}, new double[] {4, 4}))
                .containsExactly(OptionalInt.empty(), OptionalInt.empty());
        assertThat(MinCostAssignment.of(new double[][] {{}, {}}, new double[] {1, 1}))
                .containsOnly(OptionalInt.empty());
        assertThat(MinCostAssignment.of(new double[0][], new double[0])).isEmpty();
    }

    @Test
    void it_costs_as_much_as_the_best_of_all_that_can_be_tried() {
        Random random = new Random(1);
        for (int trial = 0; trial < 400; trial++) {
            double[][] cost = costs(random, 1 + random.nextInt(5), random.nextInt(6));
            double[] leftOut = leftOut(random, cost.length);

            assertThat(sum(cost, leftOut, MinCostAssignment.of(cost, leftOut)))
                    .isCloseTo(least(cost, leftOut, 0, new boolean[6]), within(1e-9));
        }
    }

    @Test
    void it_costs_as_much_as_the_linear_program_that_oj_algo_solves() {
        Random random = new Random(2);
        for (int trial = 0; trial < 5; trial++) {
            double[][] cost = costs(random, 14, 10);
            double[] leftOut = leftOut(random, cost.length);

            assertThat(sum(cost, leftOut, MinCostAssignment.of(cost, leftOut)))
                    .isCloseTo(linearProgram(cost, leftOut), within(1e-6));
        }
    }

    @Test
    void costs_that_are_none_are_refused() {
        assertThatThrownBy(() -> MinCostAssignment.of(new double[][] {{Double.NaN}}, new double[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MinCostAssignment.of(new double[][] {{1}}, new double[] {NEVER}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MinCostAssignment.of(new double[][] {{1}, {1, 2}}, new double[] {1, 1}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MinCostAssignment.of(new double[][] {{1}}, new double[] {}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static double[][] costs(Random random, int rows, int columns) {
        double[][] cost = new double[rows][columns];
        for (double[] row : cost) {
            for (int column = 0; column < columns; column++) {
                row[column] = random.nextInt(5) == 0 ? NEVER : random.nextInt(20) - 5;
            }
        }
        return cost;
    }

    private static double[] leftOut(Random random, int rows) {
        return random.doubles(rows, 0, 25).toArray();
    }

    private static double sum(double[][] cost, double[] leftOut, List<OptionalInt> columns) {
        assertThat(columns.stream().filter(OptionalInt::isPresent).toList()).doesNotHaveDuplicates();
        double sum = 0;
        for (int row = 0; row < cost.length; row++) {
            sum += columns.get(row).isPresent() ? cost[row][columns.get(row).getAsInt()] : leftOut[row];
        }
        return sum;
    }

    private static double least(double[][] cost, double[] leftOut, int row, boolean[] taken) {
        if (row == cost.length) {
            return 0;
        }
        double least = leftOut[row] + least(cost, leftOut, row + 1, taken);
        for (int column = 0; column < cost[row].length; column++) {
            if (!taken[column] && cost[row][column] != NEVER) {
                taken[column] = true;
                least = Math.min(least, cost[row][column] + least(cost, leftOut, row + 1, taken));
                taken[column] = false;
            }
        }
        return least;
    }

    /** Its matrix is totally unimodular: the program without whole numbers has the same value. */
    private static double linearProgram(double[][] cost, double[] leftOut) {
        ExpressionsBasedModel program = new ExpressionsBasedModel();
        Expression[] columns = new Expression[cost[0].length];
        for (int column = 0; column < columns.length; column++) {
            columns[column] = program.newExpression("column " + column).upper(1);
        }
        for (int row = 0; row < cost.length; row++) {
            Expression once = program.newExpression("row " + row).level(1);
            once.set(program.newVariable("out " + row).lower(0).weight(leftOut[row]), 1);
            for (int column = 0; column < columns.length; column++) {
                if (cost[row][column] != NEVER) {
                    var chosen =
                            program.newVariable(row + " " + column).lower(0).weight(cost[row][column]);
                    once.set(chosen, 1);
                    columns[column].set(chosen, 1);
                }
            }
        }
        Optimisation.Result result = program.minimise();
        assertThat(result.getState().isOptimal()).isTrue();
        return result.getValue();
    }
}
