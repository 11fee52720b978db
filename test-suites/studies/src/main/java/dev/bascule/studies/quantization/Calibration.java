package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.Method;
import java.util.List;
import java.util.Map;

/** Finds ranges of activations for methods that want them. Stateless. */
@FunctionalInterface
public interface Calibration {

    /**
     * Begins for one method and one model.
     *
     * @param model in float32
     */
    Observing begin(Method method, ModelProto model);

    /** Calibration under way. Belongs to one thread. */
    interface Observing {

        /** The model with the values that are looked at as outputs of its own. */
        ModelProto model();

        /** The outputs that are fetched. */
        List<String> values();

        /** How often all samples are run: a histogram wants its ends first. */
        default int passes() {
            return 1;
        }

        /**
         * What one sample made.
         *
         * @param pass from 0
         * @param values by name
         */
        void see(int pass, Map<String, Tensor> values);

        /** What was found, once all passes are through. */
        ActivationRanges ranges();
    }
}
