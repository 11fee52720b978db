package dev.bascule.exact.kernel.recurrent;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.pointwise.PointwiseKernels;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ActivationTest {
    private static final Reals X = new Reals(DType.FLOAT32, new double[] {-800, -3, -0.5, 0, 0.5, 3}, 6);

    @ParameterizedTest
    @ValueSource(strings = {"Relu", "Tanh", "Sigmoid", "LeakyRelu", "HardSigmoid", "Elu", "Softsign", "Softplus"})
    void an_activation_is_the_operator_of_its_name_and_rounds_as_it_does(String name) {
        Activation.Kind kind = Activation.Kind.of(name);
        Told ofLayer = new Told();
        Reals y = new Activation(kind, kind.alpha(), kind.beta()).apply(X, ofLayer);
        Told ofOperator = new Told();
        NodeProto node = NodeProto.newBuilder().setOpType(name).addOutput("y").build();
        Call call = new Call(node, 17, List.of(Optional.of(X)), ofOperator, (graph, given) -> List.of());
        Reals expected = (Reals) PointwiseKernels.all().get(name).run(call).get(0);
        assertThat(y.data()).isEqualTo(expected.data());
        assertThat(ofLayer.all).isEqualTo(ofOperator.all);
    }

    @Test
    void a_threshold_itself_passes() {
        Reals y = new Activation(Activation.Kind.THRESHOLDEDRELU, 0.5, 0).apply(X, Rounding.NONE);
        assertThat(y.data()).containsExactly(0, 0, 0, 0, 0.5, 3);
    }

    /** Notes what it is told. Belongs to one thread. */
    private static final class Told implements Rounding {
        private final List<String> all = new ArrayList<>();

        @Override
        public Reals relative(Reals result, double units) {
            all.add("relative " + units);
            return result;
        }

        @Override
        public Reals ranged(Reals result, double units, double span) {
            all.add("ranged %s %s".formatted(units, span));
            return result;
        }

        @Override
        public Reals sum(Reals result, long terms, Supplier<Reals> squares) {
            all.add("sum " + terms);
            return result;
        }

        @Override
        public Reals atStep(Reals value) {
            all.add("step");
            return value;
        }
    }
}
