package dev.bascule.training.step;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Parameter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One ONNX model of a training run, with what is fed to it and carried from step to step. Immutable.
 *
 * @param model of ONNX's own operators, all shapes fixed
 * @param parameters what is trained, in a fixed order
 * @param state the initial tensor of each carried input: parameters, moments, buffers and what else a plan keeps
 * @param carry input name to the output that is its value at the next step
 */
public record TrainingGraph(
        ModelProto model, List<Parameter> parameters, Map<String, Tensor> state, Map<String, String> carry) {
    /** Samples of a step [batch, …sample]. */
    public static final String SAMPLES = "samples";
    /** Where they stand in the resident data [batch], int64. */
    public static final String INDICES = "indices";
    /** Their classes one-hot [batch, classes]. */
    public static final String TARGETS = "targets";
    /** The mean loss of the batch, a scalar of shape []. */
    public static final String LOSS = "loss";
    /** With accumulation: 1 where the step updates, else 0, a scalar of shape []. */
    public static final String APPLY = "apply";
    /** In mixed precision: 1 where the step changed no parameter, else 0, a scalar of shape []. */
    public static final String SKIPPED = "skipped";
    /** In mixed precision: what the loss is multiplied by before its gradients are taken, a carried scalar of shape []. */
    public static final String LOSS_SCALE = "loss_scale";
    /** [batch, classes]. */
    public static final String LOGITS = "logits";
    /** What a parameter's name is followed by in the name of the output that is its next value, and its gradient's. */
    public static final String NEXT = ".next";

    public static final String GRADIENT = ".gradient";

    public TrainingGraph {
        parameters = List.copyOf(parameters);
        state = Collections.unmodifiableMap(new LinkedHashMap<>(state));
        carry = Collections.unmodifiableMap(new LinkedHashMap<>(carry));
    }

    /** Its masks of dropout with their shapes, by input; the first axis is of samples, or a multiple. */
    public Map<String, Shape> masks() {
        Map<String, Shape> masks = new TreeMap<>();
        for (ValueInfoProto input : model.getGraph().getInputList()) {
            if (input.getName().startsWith(GraphBuilder.MASK) && !state.containsKey(input.getName())) {
                masks.put(
                        input.getName(),
                        new Shape(input.getType().getTensorType().getShape().getDimList().stream()
                                .map(dim -> dim.getDimValue())
                                .toList()));
            }
        }
        return masks;
    }

    /**
     * The same that hands on unchanged what is not carried so far: beside a step, whose state stays where it is, a pass whose parameters came
     * from the CPU each time would be another measurement.
     */
    public TrainingGraph carryingAll() {
        GraphProto.Builder graph = model.getGraph().toBuilder();
        Map<String, String> all = new LinkedHashMap<>(carry);
        state.forEach((name, tensor) -> {
            if (all.putIfAbsent(name, name + NEXT) == null) {
                graph.addNode(Protos.node("Identity", name + NEXT, List.of(name), List.of(name + NEXT)));
                graph.addOutput(Protos.typed(name + NEXT, tensor));
            }
        });
        return new TrainingGraph(model.toBuilder().setGraph(graph).build(), parameters, state, all);
    }
}
