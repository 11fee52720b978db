package dev.bascule.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.TensorProtos;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Published models with samples: drawn ones, and those that came with them. */
public record Models(String name, ModelProto model, List<Map<String, Tensor>> samples) {

    @Override
    public String toString() {
        return name;
    }

    public static Models mnist() {
        Models drawn = of("mnist", "models/mnist/model.onnx", 0, 1, 2);
        Path published = Corpora.path("models/mnist/test_data_set_0/input_0.pb");
        List<Map<String, Tensor>> samples = new ArrayList<>(drawn.samples);
        samples.add(0, Map.of("Input3", TensorProtos.read(published)));
        return new Models("mnist", drawn.model, samples);
    }

    public static Models ultraface() {
        return of("ultraface", "models/ultraface/version-RFB-320.onnx", -1, 1, 2);
    }

    /** Its graph has three Ifs, which the weights outside of them do not care about. */
    public static Models silero() {
        return of("silero", "models/silero-vad/silero_vad_16k_op15.onnx", -0.3, 0.3, 2);
    }

    private static Models of(String name, String path, double low, double high, int count) {
        ModelProto model = OnnxModelFile.open(Corpora.path(path)).proto();
        SplittableRandom random = new SplittableRandom(7);
        List<String> constants = model.getGraph().getInitializerList().stream()
                .map(tensor -> tensor.getName())
                .toList();
        List<Map<String, Tensor>> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, Tensor> sample = new LinkedHashMap<>();
            model.getGraph().getInputList().stream()
                    .filter(input -> !constants.contains(input.getName()))
                    .forEach(input -> sample.put(input.getName(), drawn(input, low, high, random)));
            samples.add(sample);
        }
        return new Models(name, model, samples);
    }

    private static Tensor drawn(ValueInfoProto input, double low, double high, SplittableRandom random) {
        List<Long> dims = input.getType().getTensorType().getShape().getDimList().stream()
                .map(dim -> dim.getDimParam().equals("sequence") ? 576L : Math.max(1, dim.getDimValue()))
                .toList();
        if (input.getType().getTensorType().getElemType() == DType.INT64.onnx()) {
            return Tensor.longs(new Shape(dims), 16000);
        }
        Shape shape = new Shape(dims);
        float[] values = new float[(int) shape.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (low + (high - low) * random.nextDouble());
        }
        return Tensor.floats(shape, values);
    }
}
