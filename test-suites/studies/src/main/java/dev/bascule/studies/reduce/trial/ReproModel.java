package dev.bascule.studies.reduce.trial;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Lineages;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model with what it is fed. Immutable.
 *
 * @param inputs a tensor for each input that is no initializer
 */
public record ReproModel(ModelProto model, Map<String, Tensor> inputs) {
    public ReproModel {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }

    /** The outputs to read, in the model's order. */
    public List<String> outputs() {
        return model.getGraph().getOutputList().stream()
                .map(ValueInfoProto::getName)
                .toList();
    }

    /** What rounding does on the way to each value. */
    public Lineages lineages() {
        return Lineages.of(model);
    }

    public int nodes() {
        return model.getGraph().getNodeCount();
    }

    /** Elements of all inputs and initializers: what shrinking makes less of. */
    public long elements() {
        long fed = inputs.values().stream()
                .mapToLong(tensor -> tensor.shape().elements())
                .sum();
        long held = model.getGraph().getInitializerList().stream()
                .mapToLong(tensor -> tensor.getDimsList().stream().reduce(1L, (a, b) -> a * b))
                .sum();
        return fed + held;
    }
}
