package dev.bascule.training.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GradientClipTest {
    /** Plain descent with rate 1 moves parameters by the gradient itself. */
    private static double[] moved(OptionalDouble clip) {
        TrainingPlan plain = Toy.plan("sgd", 1, 16);
        TrainingPlan plan = new TrainingPlan(plain.network(), plain.optimizer(), 16, 1, Optional.empty(), clip);
        ExactRun run = new ExactRun(TrainingGraphs.step(plan));
        double[] before = run.parameters();
        double[] after = run.step(Toy.batch(16, 1), plan.scalars(1)).parameters();
        return IntStream.range(0, before.length)
                .mapToDouble(i -> before[i] - after[i])
                .toArray();
    }

    private static double length(double[] vector) {
        return Math.sqrt(Arrays.stream(vector).map(each -> each * each).sum());
    }

    @Test
    void a_gradient_that_is_longer_than_the_norm_keeps_its_direction_and_gets_its_length() {
        double[] free = moved(OptionalDouble.empty());
        double[] clipped = moved(OptionalDouble.of(length(free) / 4));

        assertThat(length(clipped)).isCloseTo(length(free) / 4, within(1e-6));
        assertThat(clipped)
                .containsExactly(Arrays.stream(free).map(each -> each / 4).toArray(), within(1e-6));
    }

    @Test
    void a_gradient_that_is_shorter_stays() {
        double[] free = moved(OptionalDouble.empty());

        assertThat(moved(OptionalDouble.of(length(free) * 4))).containsExactly(free, within(1e-12));
    }
}
