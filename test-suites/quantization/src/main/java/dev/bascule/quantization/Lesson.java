package dev.bascule.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What a {@link TrainedMethod} has trained. */
public sealed interface Lesson {

    /**
     * A model whose weights are trained on.
     *
     * @param model in float32: training begins with its weights
     * @param forms how weights enter their products, by name; others enter as they are
     */
    record Of(ModelProto model, Map<String, Form> forms) implements Lesson {
        public Of {
            forms = Collections.unmodifiableMap(new TreeMap<>(forms));
        }
    }

    /**
     * The model does not suit.
     *
     * @param why in words
     */
    record Refused(String why) implements Lesson {}

    /** How a weight enters its product. */
    sealed interface Form {}

    /** What is 0 of it stays 0. */
    record Sparse() implements Form {}

    /**
     * Rounded to whole numbers times a scale that is learnt too.
     *
     * @param axis along which there is a scale for each index
     * @param most the greatest whole number, and below 0 the least
     * @param scales that training begins with
     */
    record Stepped(int axis, int most, float[] scales) implements Form {}
}
