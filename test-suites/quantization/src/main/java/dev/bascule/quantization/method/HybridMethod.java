package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.HybridInput;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Sensitivities;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.OpsetRaise;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Each layer in the bits that it can do with: by what outputs lose when it alone is written so, and a greedy choice ({@link HybridPlan}) under a
 * size of the file. Weights are decoded before float32 products, as those of {@code int8-channel} and {@code int4-block32} are.
 *
 * @param percent of the bytes that {@code int8-channel} takes; empty for the bytes that somebody asks for, or else as many as that takes
 */
record HybridMethod(String name, String summary, OptionalInt percent, Method uniform, ComputedIn computedIn)
        implements Method {
    /** Names and nodes of decoders come to the bytes of weights; after some rounds they are counted in. */
    private static final int ROUNDS = 12;

    @Override
    public boolean sensitive() {
        return true;
    }

    @Override
    public Made make(Source source) {
        ModelProto whole = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.LEFT);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        if (source.hybrid().isEmpty()) {
            return new Made.Refused(
                    "%s needs what was measured of each layer: give it data to calibrate on".formatted(name));
        }
        HybridInput input = source.hybrid().orElseThrow();
        OptionalLong most = most(source, input);
        if (most.isEmpty()) {
            return new Made.Refused(
                    "the size of int8-channel, which it is held to, is not known: that cannot be made of it;"
                            + " say how many bytes by --budget bytes=…");
        }
        return new Work(source, whole, input.sensitivities()).made(most.getAsLong());
    }

    private OptionalLong most(Source source, HybridInput input) {
        if (percent.isEmpty() && input.mostBytes().isPresent()) {
            return input.mostBytes();
        }
        return uniform.make(source) instanceof Made.Variant even
                ? OptionalLong.of(even.model().toByteArray().length * (long) percent.orElse(100) / 100)
                : OptionalLong.empty();
    }

    /** One model on its way. */
    private final class Work {
        private final Source source;
        private final ModelProto whole;
        private final Sensitivities sensitivities;
        private final Weights weights;
        private final List<String> notes = new ArrayList<>();
        private final Map<LayerPrecision, ModelProto> raised = new LinkedHashMap<>();

        Work(Source source, ModelProto whole, Sensitivities sensitivities) {
            this.source = source;
            this.whole = whole;
            this.sensitivities = sensitivities;
            this.weights = Weights.of(whole.getGraph());
            notes.addAll(weights.notes());
            for (LayerPrecision precision : LayerPrecision.values()) {
                OpsetRaise.Result result = OpsetRaise.to(whole, LayerCoders.opset(precision));
                if (result instanceof OpsetRaise.Result.Raised possible) {
                    raised.put(precision, possible.model());
                } else {
                    notes.add("no layer gets %d bits: %s"
                            .formatted(precision.bits(), ((OpsetRaise.Result.Unsafe) result).why()));
                }
            }
        }

        Made made(long most) {
            Map<String, List<HybridPlan.Option>> options = options();
            long all = source.model().toByteArray().length;
            if (all <= most) {
                return new Made.Refused(
                        "the model has %,d bytes, and %,d are allowed: nothing needs fewer bits".formatted(all, most));
            }
            long asTheyAre = weights.all().stream().mapToLong(this::written).sum();
            long allowed = most - (whole.getSerializedSize() - asTheyAre);
            for (int round = 0; round < ROUNDS; round++) {
                Optional<Map<String, HybridPlan.Option>> plan = HybridPlan.of(options, allowed);
                if (plan.isEmpty()) {
                    break;
                }
                Made.Variant made = written(plan.orElseThrow(), most);
                long over = made.model().toByteArray().length - most;
                if (over <= 0) {
                    return made;
                }
                // What this plan took and not what it might have: else the next is the same.
                allowed = HybridPlan.bytes(plan.orElseThrow()) - over;
            }
            return new Made.Refused(
                    "no choice of bits for layers that was tried fits into %,d bytes: allow more".formatted(most));
        }

        private Map<String, List<HybridPlan.Option>> options() {
            Map<String, Sensitivities.Layer> measured = sensitivities.layers().stream()
                    .collect(Collectors.toMap(Sensitivities.Layer::weight, layer -> layer));
            Map<String, List<HybridPlan.Option>> options = new LinkedHashMap<>();
            for (Weight weight : weights.all()) {
                List<HybridPlan.Option> own = new ArrayList<>();
                own.add(new HybridPlan.Option(LayerPrecision.FLOAT32, written(weight), 0));
                Optional.ofNullable(measured.get(weight.name()))
                        .map(Sensitivities.Layer::trials)
                        .orElse(List.of())
                        .forEach(trial -> {
                            OptionalDouble loss = sensitivities.measure().rank(trial);
                            if (loss.isPresent() && raised.containsKey(trial.precision())) {
                                own.add(new HybridPlan.Option(
                                        trial.precision(), written(weight, trial.precision()), loss.getAsDouble()));
                            }
                        });
                options.put(weight.name(), own);
            }
            return options;
        }

        /** With decoders, names and headers: of a small layer they are more than its numbers. */
        private long written(Weight weight, LayerPrecision precision) {
            return LayerCoders.of(precision)
                    .map(coder -> coder.code(weight, new Names(GraphProto.getDefaultInstance()), 0)
                            .written())
                    .orElseGet(() -> written(weight));
        }

        private long written(Weight weight) {
            return whole.getGraph().getInitializerList().stream()
                    .filter(tensor -> tensor.getName().equals(weight.name()))
                    .mapToLong(WeightCoder.Coded::written)
                    .findFirst()
                    .orElseGet(weight::bytes);
        }

        private Made.Variant written(Map<String, HybridPlan.Option> plan, long most) {
            LayerPrecision newest = plan.values().stream()
                    .map(HybridPlan.Option::precision)
                    .max((one, other) -> Long.compare(LayerCoders.opset(one), LayerCoders.opset(other)))
                    .orElse(LayerPrecision.FLOAT32);
            ModelProto model = Objects.requireNonNull(raised.get(newest));
            Names names = new Names(model.getGraph());
            Map<String, WeightCoder.Coded> coded = new HashMap<>();
            List<LayerChange> layers = new ArrayList<>();
            for (Weight weight : Weights.of(model.getGraph()).all()) {
                LayerPrecision precision = Optional.ofNullable(plan.get(weight.name()))
                        .map(HybridPlan.Option::precision)
                        .orElse(LayerPrecision.FLOAT32);
                Optional<WeightCoder> coder = LayerCoders.of(precision);
                coder.ifPresent(own -> coded.put(weight.name(), own.code(weight, names, 0)));
                LayerChange change = Optional.ofNullable(coded.get(weight.name()))
                        .map(own -> WeightMethod.change(weight, own))
                        .orElseGet(() -> kept(weight));
                layers.add(change.with(alone(weight.name())));
            }
            List<String> told = new ArrayList<>(notes);
            told.add(words(plan, most));
            if (Fit.opset(model) != Fit.opset(source.model())) {
                told.add("raised from operator set %d of ONNX to %d, where its operators mean the same"
                        .formatted(Fit.opset(source.model()), Fit.opset(model)));
            }
            return Variants.of(
                    model,
                    WeightMethod.written(model.getGraph(), coded),
                    Variants.recipe(name, source.sha256(), parameters(plan)),
                    layers,
                    told);
        }

        private static LayerChange kept(Weight weight) {
            return new LayerChange(
                            Nodes.name(weight.node()),
                            weight.node().getOpType(),
                            weight.name(),
                            weight.values().length,
                            Float.SIZE,
                            weight.bytes(),
                            weight.bytes(),
                            0)
                    .with(WeightHistogram.of(weight.values(), weight.values()));
        }

        private Map<Integer, Double> alone(String weight) {
            Map<Integer, Double> alone = new TreeMap<>();
            sensitivities.layers().stream()
                    .filter(layer -> layer.weight().equals(weight))
                    .flatMap(layer -> layer.trials().stream())
                    .forEach(trial -> sensitivities
                            .measure()
                            .of(trial)
                            .ifPresent(loss -> alone.put(trial.precision().bits(), loss)));
            return alone;
        }

        private double alone(Map<String, HybridPlan.Option> plan) {
            return plan.entrySet().stream()
                    .mapToDouble(each -> alone(each.getKey())
                            .getOrDefault(each.getValue().precision().bits(), 0.0))
                    .sum();
        }

        private String words(Map<String, HybridPlan.Option> plan, long most) {
            return String.format(
                    Locale.ROOT,
                    "at most %,d bytes: %s; what each layer loses alone adds up to %.3g (%s, on %d samples that calibrate)",
                    most,
                    counts(plan),
                    alone(plan),
                    sensitivities.measure().words(),
                    sensitivities.samples());
        }

        private static String counts(Map<String, HybridPlan.Option> plan) {
            Map<LayerPrecision, Long> counts = new TreeMap<>();
            plan.values().forEach(option -> counts.merge(option.precision(), 1L, Long::sum));
            return counts.entrySet().stream()
                    .map(each -> "%d of %d layers in %d bits"
                            .formatted(
                                    each.getValue(), plan.size(), each.getKey().bits()))
                    .collect(Collectors.joining(", "));
        }

        /** Few words: they are in the file, whose bytes are counted. */
        private static Map<String, String> parameters(Map<String, HybridPlan.Option> plan) {
            String bits = plan.values().stream()
                    .map(option -> "" + option.precision().bits())
                    .collect(Collectors.joining("/"));
            return Map.of("bits", bits);
        }
    }
}
