package dev.bascule.training.imported;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.training.Exactly;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZooGradientsTest {
    @ParameterizedTest
    @ValueSource(strings = {"resnet-micro", "ft-transformer-micro"})
    void the_gradient_of_a_model_of_the_zoo_is_that_of_finite_differences(String id) throws IOException {
        assertThat(error(id)).isLessThan(1e-6);
    }

    /** All that have one input and an output [batch, classes]. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "convnext-micro",
                "densenet-micro",
                "efficientnet-micro",
                "face-mesh-micro",
                "gru-kws-micro",
                "hifi-gan-micro",
                "mixer-micro",
                "mobilenet-micro",
                "shufflenet-micro",
                "squeezenet-micro",
                "swin-micro",
                "vit-micro",
                "yamnet-micro"
            })
    void the_gradients_of_all_others_are_too(String id) throws IOException {
        assertThat(error(id)).isLessThan(1e-6);
    }

    private static double error(String id) throws IOException {
        ImportedNetwork network = ImportedNetwork.of(id, zoo(id));
        TrainingGraph gradient = TrainingGraphs.gradient(ImportedNetworkTest.plan(network, 2));
        Map<String, Operand> inputs = new LinkedHashMap<>();
        ImportedNetworkTest.batch(network, 2).forEach((name, tensor) -> inputs.put(name, Exactly.of(tensor)));
        SplittableRandom random = new SplittableRandom(9);
        // Biases begin with zero, where what is rectified has a kink.
        gradient.state().forEach((name, tensor) -> inputs.put(name, moved((Reals) Exactly.of(tensor), random)));
        Map<String, double[]> direction = new LinkedHashMap<>();
        gradient.parameters()
                .forEach(each -> direction.put(
                        each.name(),
                        DoubleStream.generate(random::nextGaussian)
                                .limit(each.initial().shape().elements())
                                .toArray()));

        List<String> wanted = gradient.parameters().stream()
                .map(each -> each.name() + TrainingGraph.GRADIENT)
                .toList();
        Map<String, double[]> computed = Exactly.run(gradient.model(), inputs, wanted);
        double along = 0;
        for (Map.Entry<String, double[]> each : direction.entrySet()) {
            double[] values = computed.get(each.getKey() + TrainingGraph.GRADIENT);
            for (int i = 0; i < values.length; i++) {
                along += values[i] * each.getValue()[i];
            }
        }
        ModelProto forward =
                TrainingGraphs.forward(ImportedNetworkTest.plan(network, 2)).model();
        // Small, for among a hundred thousand rectified numbers some lie near their kink.
        double step = 2e-8;
        double differences =
                (loss(forward, inputs, direction, step) - loss(forward, inputs, direction, -step)) / (2 * step);

        return Math.abs(along - differences) / Math.abs(differences);
    }

    private static Reals moved(Reals value, SplittableRandom random) {
        double[] moved = Arrays.stream(value.data())
                .map(each -> each + 0.01 * random.nextGaussian())
                .toArray();
        return new Reals(value.dtype(), moved, value.dims());
    }

    static ModelProto zoo(String id) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Zoo.model(id).orElseThrow().writeTo(bytes);
        return ModelProto.parseFrom(bytes.toByteArray());
    }

    private static double loss(
            ModelProto forward, Map<String, Operand> inputs, Map<String, double[]> direction, double step) {
        Map<String, Operand> moved = new LinkedHashMap<>(inputs);
        direction.forEach((name, along) -> {
            Reals before = (Reals) inputs.get(name);
            double[] values = before.data().clone();
            for (int i = 0; i < values.length; i++) {
                values[i] += step * along[i];
            }
            moved.put(name, new Reals(before.dtype(), values, before.dims()));
        });
        return Exactly.run(forward, moved, List.of(TrainingGraph.LOSS)).get(TrainingGraph.LOSS)[0];
    }
}
