package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.workload.HalfWeights;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Weight;
import java.util.List;

/** Float16 and a Cast to float32. What is beyond float16's range becomes its greatest. */
record HalfCoder() implements WeightCoder {

    @Override
    public Coded code(Weight weight, Names names, long seed) {
        TensorProto half =
                HalfWeights.of(Numbers.floats(names.fresh(weight.name() + "_float16"), weight.dims(), weight.values()));
        float[] decoded = HalfWeights.numbers(half);
        List<TensorProto> constants = List.of(half);
        return new Coded(
                constants,
                List.of(Protos.node(
                        "Cast",
                        names.fresh(weight.name() + "_decoder"),
                        List.of(half.getName()),
                        List.of(weight.name()),
                        Attributes.integer("to", DType.FLOAT32.onnx()))),
                decoded,
                Short.SIZE,
                Coded.bytes(constants));
    }
}
