package dev.bascule.quantization.calibration;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.graph.Activations;
import dev.bascule.quantization.graph.Prepared;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A model that tells its activations: it has those that are quantised among its outputs.
 *
 * @param model to run on samples; inputs as before, outputs as before and then the others
 * @param values whose ranges are wanted
 * @param fed those of them that are inputs of the model: whoever runs it hands them to the {@link Calibrator} as they were fed
 */
public record CalibrationModel(ModelProto model, List<String> values, List<String> fed) {

    public CalibrationModel {
        values = List.copyOf(values);
        fed = List.copyOf(fed);
    }

    /** With no values where the model has nothing to quantise. */
    public static CalibrationModel of(ModelProto model) {
        ModelProto prepared = Prepared.of(model);
        GraphProto.Builder graph = prepared.getGraph().toBuilder();
        List<String> values = Activations.of(prepared.getGraph()).ranged();
        Set<String> known = new HashSet<>();
        graph.getInputList().forEach(input -> known.add(input.getName()));
        List<String> fed = values.stream().filter(known::contains).toList();
        graph.getOutputList().forEach(output -> known.add(output.getName()));
        values.stream().filter(known::add).forEach(value -> graph.addOutput(Protos.ofType(value, DType.FLOAT32)));
        return new CalibrationModel(prepared.toBuilder().setGraph(graph).build(), values, fed);
    }
}
