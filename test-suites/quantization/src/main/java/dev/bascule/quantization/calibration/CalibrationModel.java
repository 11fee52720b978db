package dev.bascule.quantization.calibration;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.workload.ElementTypes;
import dev.bascule.quantization.graph.Activations;
import dev.bascule.quantization.graph.Prepared;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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
        return of(prepared, Activations.of(prepared.getGraph()).ranged());
    }

    /** With every float32 value that is no constant. */
    public static CalibrationModel ofEvery(ModelProto model) {
        ModelProto prepared = Prepared.of(model);
        GraphProto graph = prepared.getGraph();
        Map<String, DType> types = ElementTypes.of(graph);
        Set<String> constants = new HashSet<>();
        graph.getInitializerList().forEach(tensor -> constants.add(tensor.getName()));
        List<String> values = Stream.concat(
                        graph.getInputList().stream().map(ValueInfoProto::getName),
                        graph.getNodeList().stream().flatMap(node -> node.getOutputList().stream()))
                .filter(value -> types.get(value) == DType.FLOAT32 && !constants.contains(value))
                .toList();
        return of(prepared, values);
    }

    private static CalibrationModel of(ModelProto prepared, List<String> values) {
        GraphProto.Builder graph = prepared.getGraph().toBuilder();
        Set<String> known = new HashSet<>();
        graph.getInputList().forEach(input -> known.add(input.getName()));
        List<String> fed = values.stream().filter(known::contains).toList();
        graph.getOutputList().forEach(output -> known.add(output.getName()));
        values.stream().filter(known::add).forEach(value -> graph.addOutput(Protos.ofType(value, DType.FLOAT32)));
        return new CalibrationModel(prepared.toBuilder().setGraph(graph).build(), values, fed);
    }
}
