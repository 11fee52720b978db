package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.workload.Conversion;
import dev.bascule.models.workload.Float16Converter;
import dev.bascule.models.workload.Int8Converter;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.ComputedIn.Claim;
import dev.bascule.quantization.ComputedIn.Kind;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Recipe;
import dev.bascule.quantization.Source;
import dev.bascule.studies.quantization.MethodSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The converters of {@code models.workload} as methods. Immutable. */
public final class ConverterMethods implements MethodSet {
    private static final Set<String> QUANTISED = Set.of(
            "DequantizeLinear",
            "QuantizeLinear",
            "DynamicQuantizeLinear",
            "MatMulInteger",
            "ConvInteger",
            "QLinearConv",
            "QLinearMatMul",
            "MatMulNBits",
            "GatherBlockQuantized");

    private static final Claim KERNELS = new Claim(
            Kind.COMPUTES,
            "MatMulInteger and ConvInteger of ONNX Runtime 1.29's CPU provider, seen to run in their profile");

    @Override
    public List<Method> all() {
        return List.of(
                new Converted(
                        "float16",
                        "weights and values in float16, but where that loses too much",
                        new ComputedIn(
                                Map.of(
                                        Backends.NATIVE_CPU,
                                        new Claim(
                                                Kind.DECODES,
                                                "Casts that ONNX Runtime 1.29 puts in for want of kernels (InsertCastTransformer)"))),
                        Float16Converter::convert),
                new Converted(
                        "dynamic-int8",
                        "weights in 8 bits, activations as they come: products of integers",
                        new ComputedIn(Map.of(Backends.NATIVE_CPU, KERNELS, Backends.WASM, KERNELS)),
                        Int8Converter::convert));
    }

    private record Converted(
            String name, String summary, ComputedIn computedIn, Function<ModelProto, Conversion> converter)
            implements Method {

        @Override
        public Made make(Source source) {
            Optional<String> unfit = unfit(source.model());
            if (unfit.isPresent()) {
                return new Made.Refused(unfit.get());
            }
            if (!(converter.apply(source.model()) instanceof Conversion.Converted made)) {
                return new Made.Refused(((Conversion.Refused) converter.apply(source.model())).why());
            }
            Recipe recipe = new Recipe(name, source.sha256(), Map.of());
            return new Made.Variant(
                    made.model().toBuilder()
                            .addMetadataProps(StringStringEntryProto.newBuilder()
                                    .setKey(Recipe.KEY)
                                    .setValue(recipe.toString()))
                            .build(),
                    recipe,
                    layers(source.model(), made.model()),
                    made.notes());
        }
    }

    private static Optional<String> unfit(ModelProto model) {
        Optional<String> already = model.getGraph().getNodeList().stream()
                .map(NodeProto::getOpType)
                .filter(QUANTISED::contains)
                .findFirst();
        if (already.isPresent()) {
            return Optional.of("it is quantised already: it has %s; take the float32 model".formatted(already.get()));
        }
        for (TensorProto weight : model.getGraph().getInitializerList()) {
            if (weight.getDataType() == TensorProto.DataType.FLOAT.getNumber()
                    && weight.getDataLocation() != TensorProto.DataLocation.EXTERNAL) {
                Tensor tensor = TensorProtos.decode(weight);
                Elements.Reader numbers = Elements.of(tensor);
                for (int i = 0; i < tensor.shape().elements(); i++) {
                    if (!Double.isFinite(numbers.at(i))) {
                        return Optional.of("its weight '%s' has the number %s: train or export it anew"
                                .formatted(weight.getName(), numbers.at(i)));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Weights that have the same name and another type. */
    private static List<LayerChange> layers(ModelProto before, ModelProto after) {
        Map<String, TensorProto> now = new HashMap<>();
        after.getGraph().getInitializerList().forEach(each -> now.put(each.getName(), each));
        List<LayerChange> layers = new ArrayList<>();
        for (TensorProto was : before.getGraph().getInitializerList()) {
            Optional<TensorProto> is = Optional.ofNullable(now.get(was.getName()));
            if (was.getDataType() != TensorProto.DataType.FLOAT.getNumber()
                    || is.isEmpty()
                    || is.orElseThrow().getDataType() != TensorProto.DataType.FLOAT16.getNumber()) {
                continue;
            }
            Tensor old = TensorProtos.decode(was);
            Tensor made = TensorProtos.decode(is.get());
            Optional<NodeProto> taker = before.getGraph().getNodeList().stream()
                    .filter(node -> node.getInputList().contains(was.getName()))
                    .findFirst();
            layers.add(new LayerChange(
                    taker.map(NodeProto::getName).orElse(""),
                    taker.map(NodeProto::getOpType).orElse(""),
                    was.getName(),
                    old.shape().elements(),
                    Short.SIZE,
                    old.bytes().length,
                    made.bytes().length,
                    error(old, made)));
        }
        return layers;
    }

    private static double error(Tensor old, Tensor made) {
        Elements.Reader was = Elements.of(old);
        Elements.Reader is = Elements.of(made);
        double off = 0;
        double all = 0;
        for (int i = 0; i < old.shape().elements(); i++) {
            off += (was.at(i) - is.at(i)) * (was.at(i) - is.at(i));
            all += was.at(i) * was.at(i);
        }
        return all == 0 ? 0 : Math.sqrt(off / all);
    }
}
