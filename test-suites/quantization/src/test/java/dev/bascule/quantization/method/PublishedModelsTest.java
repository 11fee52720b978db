package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Models;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.graph.Prepared;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method on models that others trained, on real ONNX Runtime. */
@Tag("native")
@Tag("corpus")
class PublishedModelsTest {

    static java.util.List<Method> methods() {
        return Methods.all();
    }

    @ParameterizedTest
    @MethodSource("methods")
    void smoke(Method method) throws Exception {
        for (Models models : java.util.List.of(Models.mnist(), Models.ultraface(), Models.silero())) {
            Source source = Trial.source(method, models.model(), models.samples());
            Made made = method.make(source);
            if (made instanceof Made.Refused refused) {
                System.err.println(method.name() + " " + models + " refused: " + refused.why());
                continue;
            }
            Made.Variant variant = (Made.Variant) made;
            Map<String, Tensor> sample = models.samples().get(0);
            try {
                Map<String, Tensor> got = Trial.run(variant.model(), sample);
                double off = Trial.farthest(got, Trial.run(models.model(), sample));
                long before = variant.layers().stream().mapToLong(LayerChange::bytesBefore).sum();
                long after = variant.layers().stream().mapToLong(LayerChange::bytesAfter).sum();
                System.err.printf("%-16s %-10s layers %2d bytes %d -> %d of file %d -> %d, outputs off %.4g, worst layer %.4g notes %d%n", method.name(), models, variant.layers().size(), before, after, models.model().getSerializedSize(), variant.model().getSerializedSize(), off, variant.layers().stream().mapToDouble(LayerChange::error).max().orElse(0), variant.notes().size());
            } catch (Exception e) {
                System.err.println(method.name() + " " + models + " FAILED: " + e.getMessage());
                java.nio.file.Files.write(java.nio.file.Path.of("/tmp/q1-lock/" + method.name() + "-" + models + ".onnx"), variant.model().toByteArray());
            }
            if (System.getProperty("keep") != null) java.nio.file.Files.write(java.nio.file.Path.of("/tmp/q1-lock/" + method.name() + "-" + models + ".onnx"), variant.model().toByteArray());
        }
    }
}
