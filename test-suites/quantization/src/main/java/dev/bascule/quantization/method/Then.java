package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Recipe;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One method on what another made. Its claims are those of the second, which says how numbers are kept. */
record Then(Method first, Method second) implements Method {

    @Override
    public String name() {
        return first.name() + "+" + second.name();
    }

    @Override
    public String summary() {
        return "%s, and then %s".formatted(first.name(), second.name());
    }

    @Override
    public boolean calibrated() {
        return first.calibrated() || second.calibrated();
    }

    @Override
    public Optional<String> calibration() {
        return second.calibration().or(first::calibration);
    }

    @Override
    public ComputedIn computedIn() {
        return second.computedIn();
    }

    @Override
    public Made make(Source source) {
        Made before = first.make(source);
        if (!(before instanceof Made.Variant one)) {
            return before;
        }
        ModelProto between = Variants.untold(one.model());
        Made after = second.make(new Source(between, source.sha256(), source.ranges(), source.seed()));
        if (!(after instanceof Made.Variant two)) {
            return new Made.Refused("after %s: %s".formatted(first.name(), ((Made.Refused) after).why()));
        }
        Map<String, String> parameters = new TreeMap<>();
        one.recipe().parameters().forEach((key, value) -> parameters.put(first.name() + "." + key, value));
        two.recipe().parameters().forEach((key, value) -> parameters.put(second.name() + "." + key, value));
        Recipe recipe = Variants.recipe(name(), source.sha256(), parameters);
        List<String> notes = new ArrayList<>(one.notes());
        notes.addAll(two.notes());
        if (second.calibrated()) {
            notes.add("ranges of activations are those of the model before %s".formatted(first.name()));
        }
        return new Made.Variant(
                Variants.told(two.model(), recipe),
                recipe,
                both(one.layers(), two.layers(), Weights.values(source.model())),
                notes);
    }

    /**
     * What the first took away is 0 after the second too, or no longer there, so that squares of both errors add up: the second's is relative to
     * what the first left, {@code 1 - first²} of the whole. A palette without a 0 is off by a little more.
     */
    private static List<LayerChange> both(List<LayerChange> one, List<LayerChange> two, Map<String, float[]> original) {
        Map<String, LayerChange> all = new LinkedHashMap<>();
        one.forEach(layer -> all.put(layer.weight(), layer));
        two.forEach(layer -> all.merge(
                layer.weight(),
                layer,
                (a, b) -> new LayerChange(
                                a.node(),
                                a.operator(),
                                a.weight(),
                                a.elements(),
                                b.bits(),
                                a.bytesBefore(),
                                b.bytesAfter(),
                                Math.sqrt(a.error() * a.error() + (1 - a.error() * a.error()) * b.error() * b.error()))
                        .with(b.histogram()
                                .flatMap(counted -> Optional.ofNullable(original.get(a.weight()))
                                        .flatMap(counted::beside)))));
        return List.copyOf(all.values());
    }
}
