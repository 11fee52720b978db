package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.HybridInput;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Sensitivities;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Each layer in the bits that it can do with: by what outputs lose when it alone is written so, and a greedy choice ({@link HybridPlan}) under a
 * size of the file, and where it is timed under a time too ({@link TimedPlan}). Weights are decoded before float32 products, as those of
 * {@code int8-channel} and {@code int4-block32} are.
 *
 * @param percent of the bytes that {@code int8-channel} takes; empty for the bytes that somebody asks for, or else as many as that takes
 * @param timed whether what kinds of layers take has a say
 */
record HybridMethod(
        String name, String summary, OptionalInt percent, Method uniform, ComputedIn computedIn, boolean timed)
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
        if (timed && input.times().isEmpty()) {
            return new Made.Refused("%s needs what was measured of the time that kinds of layers take".formatted(name));
        }
        OptionalLong most = most(source, input);
        if (most.isEmpty()) {
            return new Made.Refused(
                    "the size of int8-channel, which it is held to, is not known: that cannot be made of it;"
                            + " say how many bytes by --budget bytes=…");
        }
        return new Work(source, whole, input).made(most.getAsLong());
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
        private final Sensitivities sensitivities;
        private final HybridModel model;
        private final Optional<PlanTimes> times;

        Work(Source source, ModelProto whole, HybridInput input) {
            this.source = source;
            this.sensitivities = input.sensitivities();
            this.model = new HybridModel(whole);
            this.times = timed ? input.times().map(PlanTimes::new) : Optional.empty();
        }

        Made made(long most) {
            Map<String, List<HybridPlan.Option>> options = options();
            long all = source.model().toByteArray().length;
            if (all <= most) {
                return new Made.Refused(
                        "the model has %,d bytes, and %,d are allowed: nothing needs fewer bits".formatted(all, most));
            }
            long allowed = most - model.frame();
            for (int round = 0; round < ROUNDS; round++) {
                Optional<TimedPlan.Choice> choice = choice(options, allowed);
                if (choice.isEmpty()) {
                    break;
                }
                Map<String, HybridPlan.Option> plan = choice.orElseThrow().plan();
                List<String> told = new ArrayList<>(List.of(words(plan, most)));
                times.ifPresent(known -> told.addAll(known.words(choice.orElseThrow(), options, model.frame())));
                Made.Variant made = written(plan, told);
                long over = made.model().toByteArray().length - most;
                if (over <= 0) {
                    return made;
                }
                // What this plan took and not what it might have: else the next is the same.
                allowed = HybridPlan.bytes(plan) - over;
            }
            return new Made.Refused(
                    "no choice of bits for layers that was tried fits into %,d bytes: allow more".formatted(most));
        }

        private Optional<TimedPlan.Choice> choice(Map<String, List<HybridPlan.Option>> options, long allowed) {
            return times.map(known -> TimedPlan.of(options, allowed, known.mostMore()))
                    .orElseGet(() -> HybridPlan.of(options, allowed).map(plan -> new TimedPlan.Choice(plan, true)));
        }

        private Map<String, List<HybridPlan.Option>> options() {
            Map<String, Sensitivities.Layer> measured = sensitivities.layers().stream()
                    .collect(Collectors.toMap(Sensitivities.Layer::weight, layer -> layer));
            Map<String, List<HybridPlan.Option>> options = new LinkedHashMap<>();
            for (Weight weight : model.weights()) {
                List<HybridPlan.Option> own = new ArrayList<>();
                own.add(new HybridPlan.Option(LayerPrecision.FLOAT32, model.bytes(weight), 0));
                Optional.ofNullable(measured.get(weight.name()))
                        .map(Sensitivities.Layer::trials)
                        .orElse(List.of())
                        .forEach(trial -> option(weight, trial).ifPresent(own::add));
                options.put(weight.name(), own);
            }
            return options;
        }

        /** Empty where one of its figures is not known. */
        private Optional<HybridPlan.Option> option(Weight weight, Sensitivities.Trial trial) {
            OptionalDouble loss = sensitivities.measure().rank(trial);
            OptionalDouble time = times.map(known -> known.price(weight.name(), trial.precision()))
                    .orElse(OptionalDouble.of(0));
            return loss.isPresent() && time.isPresent() && model.has(trial.precision())
                    ? Optional.of(new HybridPlan.Option(
                            trial.precision(),
                            model.bytes(weight, trial.precision()),
                            loss.getAsDouble(),
                            time.getAsDouble()))
                    : Optional.empty();
        }

        private Made.Variant written(Map<String, HybridPlan.Option> plan, List<String> words) {
            Map<String, LayerPrecision> chosen = new LinkedHashMap<>();
            plan.forEach((weight, option) -> chosen.put(weight, option.precision()));
            HybridModel.Written written = model.written(chosen);
            List<LayerChange> layers = written.layers().stream()
                    .map(layer -> layer.with(alone(layer.weight())))
                    .toList();
            List<String> told = new ArrayList<>(model.notes());
            told.addAll(words);
            if (Fit.opset(written.from()) != Fit.opset(source.model())) {
                told.add("raised from operator set %d of ONNX to %d, where its operators mean the same"
                        .formatted(Fit.opset(source.model()), Fit.opset(written.from())));
            }
            return Variants.of(
                    written.from(),
                    written.graph(),
                    Variants.recipe(name, source.sha256(), parameters(plan)),
                    layers,
                    told);
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
