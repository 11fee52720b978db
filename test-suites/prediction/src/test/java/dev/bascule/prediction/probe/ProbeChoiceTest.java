package dev.bascule.prediction.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProbeChoiceTest {

    @Test
    void rows_that_point_apart_are_chosen() {
        List<double[]> rows =
                List.of(new double[] {1, 0.01}, new double[] {1, 0}, new double[] {0.99, 0}, new double[] {0, 1});

        assertThat(ProbeChoice.choose(rows, List.of(1.0, 1.0, 1.0, 1.0), 2, 10, 1e-3))
                .containsExactlyInAnyOrder(0, 3);
    }

    @Test
    void the_budget_holds() {
        List<double[]> rows = List.of(new double[] {5, 0}, new double[] {0, 1}, new double[] {1, 0});

        assertThat(ProbeChoice.choose(rows, List.of(100.0, 4.0, 5.0), 3, 10, 1e-3))
                .containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void the_choice_tells_more_than_chance_does() {
        Random random = new Random(5);
        List<double[]> rows = new ArrayList<>();
        List<Double> costs = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            rows.add(random.doubles(5, -1, 1).toArray());
            costs.add(1.0);
        }
        double chosen = determinant(rows, ProbeChoice.choose(rows, costs, 10, 100, 1e-3));

        List<Integer> indices = new ArrayList<>(IntStream.range(0, 60).boxed().toList());
        for (int trial = 0; trial < 500; trial++) {
            Collections.shuffle(indices, random);
            assertThat(chosen).isGreaterThan(determinant(rows, indices.subList(0, 10)));
        }
    }

    private static double determinant(List<double[]> rows, List<Integer> chosen) {
        double[][] gram = new double[5][5];
        for (int index : chosen) {
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < 5; j++) {
                    gram[i][j] += rows.get(index)[i] * rows.get(index)[j];
                }
            }
        }
        double product = 1;
        for (int k = 0; k < 5; k++) {
            product *= gram[k][k];
            for (int i = k + 1; i < 5; i++) {
                double factor = gram[i][k] / gram[k][k];
                for (int j = k; j < 5; j++) {
                    gram[i][j] -= factor * gram[k][j];
                }
            }
        }
        return product;
    }
}
