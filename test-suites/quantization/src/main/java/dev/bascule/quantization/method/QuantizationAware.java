package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Learnt;
import dev.bascule.quantization.Lesson;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.TrainedMethod;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.OpsetRaise;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Weights that were rounded in training as they are in the model, with a scale a channel that was learnt beside them (Esser et al., "Learned Step Size
 * Quantization", 2020). Training begins with the weights and scales that {@code int4-channel} or {@code int8-channel} takes, and the model has their form:
 * what is between the two is what training is worth. Activations stay in float32.
 *
 * @param coder a scale a channel
 * @param opset of ONNX, at least
 */
record QuantizationAware(String name, String summary, int bits, long opset, UniformCoder coder, ComputedIn computedIn)
        implements TrainedMethod {

    @Override
    public Lesson lesson(Source source) {
        ModelProto model = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(model, Fit.Inside.LEFT);
        if (refusal.isPresent()) {
            return new Lesson.Refused(refusal.orElseThrow());
        }
        Map<String, Lesson.Form> forms = new HashMap<>();
        Weights.of(model.getGraph())
                .all()
                .forEach(weight -> forms.put(
                        weight.name(),
                        new Lesson.Stepped(
                                weight.channels(),
                                coder.most(),
                                coder.steps(weight).scales())));
        return new Lesson.Of(model, forms);
    }

    @Override
    public Made make(Source source) {
        if (source.learnt().isEmpty()) {
            return LearntWeights.missing();
        }
        ModelProto whole = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.LEFT);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        OpsetRaise.Result raise = OpsetRaise.to(whole, opset);
        if (raise instanceof OpsetRaise.Result.Unsafe unsafe) {
            return new Made.Refused(unsafe.why());
        }
        Learnt learnt = source.learnt().orElseThrow();
        ModelProto model = ((OpsetRaise.Result.Raised) raise).model();
        Weights before = Weights.of(model.getGraph());
        ModelProto trained = LearntWeights.in(model, learnt);
        Names names = new Names(trained.getGraph());
        Map<String, WeightCoder.Coded> coded = new HashMap<>();
        Map<String, Weight> now = new HashMap<>();
        Weights.of(trained.getGraph()).all().forEach(weight -> now.put(weight.name(), weight));
        List<LayerChange> layers = new ArrayList<>();
        for (Weight weight : before.all()) {
            Optional<Weight> moved = Optional.ofNullable(now.get(weight.name()));
            Optional<float[]> scales = Optional.ofNullable(learnt.scales().get(weight.name()));
            if (moved.isEmpty() || scales.isEmpty()) {
                return new Made.Refused("nothing was learnt of '%s'".formatted(weight.name()));
            }
            WeightCoder.Coded made = coder.code(moved.orElseThrow(), names, scales.orElseThrow());
            coded.put(weight.name(), made);
            layers.add(WeightMethod.change(weight, made));
        }
        List<String> notes = new ArrayList<>(before.notes());
        notes.addAll(learnt.notes());
        return Variants.of(
                trained,
                WeightMethod.written(trained.getGraph(), coded),
                Variants.recipe(
                        name,
                        source.sha256(),
                        LearntWeights.parameters(Map.of("bits", "" + bits, "scales", "channel, learnt"), learnt)),
                layers,
                notes);
    }
}
