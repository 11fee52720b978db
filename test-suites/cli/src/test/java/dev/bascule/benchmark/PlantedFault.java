package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** What is done to a model so that it computes something slightly else. */
enum PlantedFault {
    WEIGHT_DOUBLED("one weight doubled", (model, outputs, draw) -> WeightFaults.one(model, draw, 2)),
    WEIGHT_1_PERCENT("one weight off by 1 %", (model, outputs, draw) -> WeightFaults.one(model, draw, 1.01)),
    WEIGHT_PER_MILLE("one weight off by 0.1 %", (model, outputs, draw) -> WeightFaults.one(model, draw, 1.001)),
    TENSOR_PER_MILLE(
            "one tensor of weights off by 0.1 %", (model, outputs, draw) -> WeightFaults.tensor(model, draw, 1.001)),
    BIAS_DROPPED("a dropped bias", (model, outputs, draw) -> LayerFaults.bias(model, draw)),
    CHANNELS_SWAPPED(
            "2 % of a weight's channels swapped with their neighbours",
            (model, outputs, draw) -> LayerFaults.channels(model, draw)),
    BORDER_MOVED("a padded border moved by one element", (model, outputs, draw) -> NodeFaults.border(model, draw)),
    EPSILON_DOUBLED("a normalization's epsilon doubled", (model, outputs, draw) -> NodeFaults.epsilon(model, draw)),
    TANH_GELU("GELU in its tanh form", (model, outputs, draw) -> GeluFault.tanhForm(model)),
    HALF_PRODUCT("one product's inputs rounded to float16", (model, outputs, draw) -> NodeFaults.half(model, draw)),
    ELEMENT_OFF(
            "one element of an output off by 0.1 % of the greatest",
            (model, outputs, draw) -> OutputFault.element(model, outputs, draw));

    /** Plants a fault at a drawn place. */
    private interface Planter {
        Optional<ModelProto> plant(ModelProto model, Map<String, Tensor> outputs, Random draw);
    }

    private final String words;
    private final Planter planter;

    PlantedFault(String words, Planter planter) {
        this.words = words;
        this.planter = planter;
    }

    String words() {
        return words;
    }

    /**
     * The model with this fault at a place that follows from the draw; empty where it has no such place.
     *
     * @param outputs what the model gives without it
     */
    Optional<ModelProto> in(ModelProto model, Map<String, Tensor> outputs, Random draw) {
        return planter.plant(model, outputs, draw);
    }
}
