package dev.bascule.training;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.graph.GraphPasses;
import dev.bascule.exact.rounding.Passes;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Models run in double, fed doubles that no 32 bits hold: finite differences need them. Stateless. */
public final class Exactly {
    private Exactly() {}

    /** A tensor of real numbers, with the type that the graph takes it for. */
    public static Reals reals(DType dtype, Shape shape, double... values) {
        return new Reals(
                dtype,
                values,
                Arrays.stream(shape.toArray()).mapToInt(Math::toIntExact).toArray());
    }

    public static Operand of(Tensor tensor) {
        return ArrayTensors.of(tensor);
    }

    /** Outputs of real numbers, each in row-major order. */
    public static Map<String, double[]> run(ModelProto model, Map<String, Operand> inputs, List<String> wanted) {
        Map<String, double[]> outputs = new LinkedHashMap<>();
        operands(model, inputs, wanted).forEach((name, value) -> outputs.put(name, ((Reals) value).data()));
        return outputs;
    }

    /** Outputs as they are. */
    public static Map<String, Operand> operands(ModelProto model, Map<String, Operand> inputs, List<String> wanted) {
        GraphPasses passes = new GraphPasses(model, new Passes(0, 0), () -> false);
        inputs.forEach((name, value) -> passes.feed(name, List.of(Optional.of(value))));
        GraphPasses.Result result = passes.run(wanted);
        if (result instanceof GraphPasses.Result.NotRun not) {
            throw new AssertionError(not.why());
        }
        Map<String, Operand> outputs = new LinkedHashMap<>();
        ((GraphPasses.Result.Run) result)
                .values()
                .forEach((name, each) -> outputs.put(name, each.get(0).orElseThrow()));
        return outputs;
    }
}
