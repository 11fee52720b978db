package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Prepared;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** All layers of a kind in one precision, so that its time can be measured; nobody asks for it by name. */
record KindMethod(LayerKinds.Kind kind, LayerPrecision precision) implements Method {

    @Override
    public String name() {
        return "%s in %d bits".formatted(kind.name(), precision.bits());
    }

    @Override
    public String summary() {
        return "all layers of this kind in %d bits, the others as they are".formatted(precision.bits());
    }

    @Override
    public ComputedIn computedIn() {
        return Claims.WEIGHTS;
    }

    @Override
    public Made make(Source source) {
        ModelProto whole = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.LEFT);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        HybridModel model = new HybridModel(whole);
        if (!model.has(precision)) {
            return new Made.Refused(String.join("; ", model.notes()));
        }
        HybridModel.Written written = model.written(
                kind.shares().keySet().stream().collect(Collectors.toMap(weight -> weight, weight -> precision)));
        return Variants.of(
                written.from(),
                written.graph(),
                Variants.recipe(
                        "kind of layers",
                        source.sha256(),
                        Map.of("kind", kind.name(), "bits", String.valueOf(precision.bits()))),
                written.layers(),
                model.notes());
    }
}
