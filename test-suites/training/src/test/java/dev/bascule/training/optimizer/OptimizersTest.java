package dev.bascule.training.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.Exactly;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OptimizersTest {
    private static final Shape SHAPE = Shape.of(3);
    private static final double[] START = {1, -2, 0.5};

    /** Gradients of a run that has no pattern of its own. */
    private static double[] gradient(long step, double[] at) {
        double[] gradient = new double[at.length];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = at[i] * (i + 1) + Math.sin(step * (i + 2.0));
        }
        return gradient;
    }

    /** An optimizer's graph, run in double on values of its own. */
    private static final class Run {
        private final Optimizer optimizer;
        private final ModelProto model;
        private final Map<String, double[]> state = new LinkedHashMap<>();

        Run(Optimizer optimizer, boolean decays) {
            this.optimizer = optimizer;
            Operators on = new Operators(new GraphBuilder("update"));
            on.graph().parameter("p", Tensor.floats(SHAPE, 1, -2, 0.5f), decays);
            state.put("p", START.clone());
            Symbol gradient = on.graph().input("g", DType.FLOAT32, SHAPE);
            Map<String, Symbol> moments = new LinkedHashMap<>();
            for (String each : optimizer.moments()) {
                moments.put(each, on.graph().input(each, DType.FLOAT32, SHAPE));
                state.put(each, new double[START.length]);
            }
            Map<String, Symbol> scalars = new LinkedHashMap<>();
            optimizer
                    .scalars(1)
                    .keySet()
                    .forEach(each -> scalars.put(each, on.graph().input(each, DType.FLOAT32, Shape.of())));
            Optimizer.Update update =
                    optimizer.update(on, on.graph().parameters().get(0), gradient, moments, scalars);
            on.graph().output("p.next", update.parameter());
            update.moments().forEach((name, next) -> on.graph().output(name + ".next", next));
            model = on.graph().model();
        }

        double[] step(long step, double... gradient) {
            Map<String, Operand> inputs = new LinkedHashMap<>();
            inputs.put("g", Exactly.reals(DType.FLOAT32, SHAPE, gradient));
            optimizer
                    .scalars(step)
                    .forEach((name, value) -> inputs.put(name, Exactly.reals(DType.FLOAT32, Shape.of(), value)));
            state.forEach((name, value) -> inputs.put(name, Exactly.reals(DType.FLOAT32, SHAPE, value)));
            List<String> wanted =
                    state.keySet().stream().map(name -> name + ".next").toList();
            Map<String, double[]> next = Exactly.run(model, inputs, wanted);
            state.replaceAll((name, value) -> next.get(name + ".next"));
            return state.get("p");
        }

        double[] steps(int count) {
            double[] p = START;
            for (int step = 1; step <= count; step++) {
                p = step(step, gradient(step, p));
            }
            return p;
        }
    }

    private static OptimizerSettings rate(double rate) {
        return OptimizerSettings.DEFAULTS.withRate(new LearningRate.Constant(rate));
    }

    @Test
    void gradient_descent_goes_the_rate_against_the_gradient() {
        Run run = new Run(Optimizers.of("sgd", rate(0.5)), true);

        assertThat(run.step(1, 1, 2, -4)).containsExactly(0.5, -3, 2.5);
    }

    @Test
    void momentum_goes_on_where_the_gradient_ends() {
        Run run = new Run(Optimizers.of("momentum", rate(0.5)), true);

        assertThat(run.step(1, 1, 2, -4)).containsExactly(0.5, -3, 2.5);
        assertThat(run.step(2, 0, 0, 0)).containsExactly(new double[] {0.05, -3.9, 4.3}, within(1e-6));
    }

    @Test
    void nesterov_looks_one_step_ahead() {
        Run run = new Run(Optimizers.of("nesterov", rate(0.5)), true);

        // b = g, and the direction is g + 0.9·b.
        assertThat(run.step(1, 1, 2, -4)).containsExactly(new double[] {0.05, -3.9, 4.3}, within(1e-6));
    }

    @Test
    void the_first_step_of_adam_is_the_rate_times_the_sign() {
        Run run = new Run(Optimizers.of("adam", rate(0.125)), true);

        assertThat(run.step(1, 1e-3, 20, -4)).containsExactly(new double[] {0.875, -2.125, 0.625}, within(2e-6));
    }

    @Test
    void weights_decay_and_biases_do_not() {
        for (String name : Optimizers.NAMES) {
            OptimizerSettings settings = rate(0.5).withWeightDecay(0.5);
            double[] weight = new Run(Optimizers.of(name, settings), true).step(1, 0, 0, 0);
            double[] bias = new Run(Optimizers.of(name, settings), false).step(1, 0, 0, 0);

            assertThat(Math.abs(weight[1])).as(name).isLessThan(2);
            assertThat(bias).as(name).containsExactly(START);
        }
    }

    @Test
    void the_decay_of_adamw_is_apart_from_the_gradient() {
        Run run = new Run(Optimizers.of("adamw", rate(0.5).withWeightDecay(0.5)), true);

        assertThat(run.step(1, 0, 0, 0)).containsExactly(0.75, -1.5, 0.375);
    }

    /** What PyTorch's documentation says, in plain Java. */
    private interface Plain {
        /** @param moments two that are kept from step to step */
        double step(long t, double p, double g, double[] moments);
    }

    private static double[] plainly(Plain plain, int count) {
        double[] p = START.clone();
        double[][] moments = new double[p.length][2];
        for (int step = 1; step <= count; step++) {
            double[] g = gradient(step, p);
            for (int i = 0; i < p.length; i++) {
                p[i] = plain.step(step, p[i], g[i], moments[i]);
            }
        }
        return p;
    }

    private static double adam(long t, double lr, double g, double[] moments) {
        moments[0] = 0.9 * moments[0] + 0.1 * g;
        moments[1] = 0.999 * moments[1] + 0.001 * g * g;
        double first = moments[0] / (1 - Math.pow(0.9, t));
        double second = moments[1] / (1 - Math.pow(0.999, t));
        return lr * first / (Math.sqrt(second) + 1e-8);
    }

    private static Map<String, Plain> plain() {
        double lr = 0.01;
        double decay = 0.1;
        return Map.of(
                "sgd", (t, p, g, moments) -> p - lr * (g + decay * p),
                "momentum",
                        (t, p, g, moments) -> {
                            moments[0] = 0.9 * moments[0] + g + decay * p;
                            return p - lr * moments[0];
                        },
                "nesterov",
                        (t, p, g, moments) -> {
                            moments[0] = 0.9 * moments[0] + g + decay * p;
                            return p - lr * (g + decay * p + 0.9 * moments[0]);
                        },
                "adam", (t, p, g, moments) -> p - adam(t, lr, g + decay * p, moments),
                "adamw", (t, p, g, moments) -> p - lr * decay * p - adam(t, lr, g, moments));
    }

    static List<String> names() {
        return Optimizers.NAMES;
    }

    @ParameterizedTest
    @MethodSource("names")
    void fifty_steps_are_those_of_plain_java(String name) {
        double[] graph = new Run(Optimizers.of(name, rate(0.01).withWeightDecay(0.1)), true).steps(50);

        // Constants and scalars are 32-bit floats, here and in every engine.
        assertThat(graph).containsExactly(plainly(plain().get(name), 50), within(1e-5));
    }

    @Test
    void a_step_that_is_counted_wrong_is_seen_to_be() {
        Run late = new Run(Optimizers.of("adam", rate(0.01).withWeightDecay(0.1)), true);
        double[] p = START;
        for (int step = 1; step <= 50; step++) {
            p = late.step(step + 1, gradient(step, p));
        }

        assertThat(Math.abs(p[0] - plainly(plain().get("adam"), 50)[0])).isGreaterThan(1e-4);
    }

    @Test
    void an_unknown_name_is_refused_with_those_that_there_are() {
        assertThatThrownBy(() -> Optimizers.of("lion", OptimizerSettings.DEFAULTS))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("'lion'")
                .hasMessageContaining("sgd, momentum, nesterov, adam, adamw");
    }

    @Test
    void each_has_the_name_that_it_is_asked_for_by() {
        assertThat(Optimizers.NAMES)
                .allSatisfy(name -> assertThat(
                                Optimizers.of(name, OptimizerSettings.DEFAULTS).name())
                        .isEqualTo(name));
    }
}
