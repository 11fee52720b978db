package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Learnt;
import dev.bascule.quantization.Lesson;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Recipe;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.TrainedMethod;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What another method left of a model, trained on (Han et al., "Learning both Weights and Connections", 2015): what is 0 stays 0, what is gone stays gone.
 *
 * @param first takes weights away and leaves float32, or changes nothing
 */
record FineTuned(String name, String summary, Method first) implements TrainedMethod {

    static final String NAME = "finetune";

    static FineTuned after(Method first) {
        return new FineTuned(first.name() + "+" + NAME, first.summary() + "; what is left is trained on", first);
    }

    /** The model as it is, trained on: what training alone gains is no merit of a method that trains as well. */
    static FineTuned whole() {
        return new FineTuned(
                NAME,
                "nothing is smaller: trained on as long as others are, to tell what they gain by that alone",
                new AsItIs());
    }

    /** Changes nothing. */
    private record AsItIs() implements Method {
        @Override
        public String name() {
            return "as-it-is";
        }

        @Override
        public String summary() {
            return "the model as it is";
        }

        @Override
        public ComputedIn computedIn() {
            return Claims.FLOATS;
        }

        @Override
        public Made make(Source source) {
            ModelProto model = Prepared.of(source.model());
            return Fit.refusal(model, Fit.Inside.LEFT)
                    .<Made>map(Made.Refused::new)
                    .orElseGet(() -> Variants.of(
                            model,
                            model.getGraph(),
                            Variants.recipe(name(), source.sha256(), Map.of()),
                            List.of(),
                            Weights.of(model.getGraph()).notes()));
        }
    }

    @Override
    public ComputedIn computedIn() {
        return first.computedIn();
    }

    @Override
    public Lesson lesson(Source source) {
        Made made = first.make(source);
        if (!(made instanceof Made.Variant less)) {
            return new Lesson.Refused(((Made.Refused) made).why());
        }
        Map<String, Lesson.Form> forms = new HashMap<>();
        for (Weight weight : Weights.of(less.model().getGraph()).all()) {
            if (hasZeros(weight.values())) {
                forms.put(weight.name(), new Lesson.Sparse());
            }
        }
        return new Lesson.Of(Variants.untold(less.model()), forms);
    }

    private static boolean hasZeros(float[] values) {
        for (float value : values) {
            if (value == 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Made make(Source source) {
        if (source.learnt().isEmpty()) {
            return LearntWeights.missing();
        }
        Made made = first.make(source);
        if (!(made instanceof Made.Variant less)) {
            return made;
        }
        Learnt learnt = source.learnt().orElseThrow();
        ModelProto model = LearntWeights.in(Variants.untold(less.model()), learnt);
        Recipe recipe = Variants.recipe(
                name, source.sha256(), LearntWeights.parameters(less.recipe().parameters(), learnt));
        List<String> notes =
                Stream.concat(less.notes().stream(), learnt.notes().stream()).toList();
        return new Made.Variant(Variants.told(model, recipe), recipe, changes(source, less, learnt), notes);
    }

    /**
     * What the first took away and what training moved have no element in common, so that their squares add up: the second is relative to what the first
     * left, {@code 1 - first²} of the whole.
     */
    private static List<LayerChange> changes(Source source, Made.Variant less, Learnt learnt) {
        Map<String, float[]> original = Weights.values(source.model());
        Map<String, LayerChange> before = new LinkedHashMap<>();
        less.layers().forEach(layer -> before.put(layer.weight(), layer));
        List<LayerChange> changes = new ArrayList<>();
        for (Weight weight : Weights.of(less.model().getGraph()).all()) {
            LayerChange one = Optional.ofNullable(before.get(weight.name())).orElseGet(() -> whole(weight));
            float[] now = learnt.values().getOrDefault(weight.name(), weight.values());
            double moved = weight.error(now);
            double taken = one.error() * one.error();
            changes.add(new LayerChange(
                            one.node(),
                            one.operator(),
                            one.weight(),
                            one.elements(),
                            one.bits(),
                            one.bytesBefore(),
                            one.bytesAfter(),
                            Math.sqrt(taken + (1 - taken) * moved * moved))
                    .with(Optional.ofNullable(original.get(weight.name()))
                            .flatMap(values -> WeightHistogram.of(values, now))));
        }
        return changes;
    }

    private static LayerChange whole(Weight weight) {
        return new LayerChange(
                Nodes.name(weight.node()),
                weight.node().getOpType(),
                weight.name(),
                weight.values().length,
                Float.SIZE,
                weight.bytes(),
                weight.bytes(),
                0);
    }
}
