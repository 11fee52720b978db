package dev.bascule.prediction;

import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.work.OperatorClass;
import dev.bascule.prediction.work.WorkSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;

/** A world whose times are known: targets with prices for each class of operators, and noise between sessions. */
public final class World {
    public static final TargetKey CPU = new TargetKey("machine", "native/onnxruntime-1.29.0/cpu-cpu", 1);
    public static final TargetKey WASM = new TargetKey("machine", "chromium-156/onnxruntime-web-1.29.0/wasm-cpu", 1);
    public static final TargetKey WEBNN = new TargetKey("machine", "chromium-156/onnxruntime-web-1.29.0/webnn-cpu", 1);
    public static final TargetKey OTHER = new TargetKey("machine", "firefox-153/onnxruntime-web-1.29.0/wasm-cpu", 1);

    /** As {@link #WASM}, with another version of the engine; its prices are the same. */
    public static final TargetKey OLDER = new TargetKey("machine", "chromium-156/onnxruntime-web-1.28.0/wasm-cpu", 1);

    private static final List<OperatorClass> KINDS =
            List.of(OperatorClass.CONVOLUTION, OperatorClass.MATMUL, OperatorClass.ELEMENTWISE, OperatorClass.MOVEMENT);
    private static final Instant START = Instant.parse("2026-11-28T10:00:00Z");

    private final Random random = new Random(7);
    private final List<PredictedModel> models = new ArrayList<>();
    private final List<Observation> observations = new ArrayList<>();
    private final double noise;

    public World(int architectures, int sizes, double noise) {
        this.noise = noise;
        for (int a = 0; a < architectures; a++) {
            double[] mix =
                    KINDS.stream().mapToDouble(kind -> random.nextDouble()).toArray();
            for (int s = 0; s < sizes; s++) {
                models.add(model("net" + a, a * 100 + s, mix, Math.pow(10, 6 + 2.5 * random.nextDouble())));
            }
        }
    }

    private static PredictedModel model(String architecture, int number, double[] mix, double size) {
        Map<OperatorClass, WorkSummary.ClassWork> classes = new EnumMap<>(OperatorClass.class);
        for (int k = 0; k < mix.length; k++) {
            double operations = mix[k] * size;
            double bytes = operations / (2 + 8 * mix[k]);
            int count = 3 + number % 7;
            // What native CPU takes for it, by the prices below.
            classes.put(
                    KINDS.get(k),
                    new WorkSummary.ClassWork(operations, bytes, count, price(CPU, k) * operations + 2e-3 * count));
        }
        return new PredictedModel(
                architecture + "-" + number,
                "%064x".formatted(number),
                "x float32[1]",
                architecture,
                new WorkSummary(classes));
    }

    private static double price(TargetKey target, int kind) {
        double[] ratios = target.equals(CPU)
                ? new double[] {1, 1, 1, 1}
                : target.equals(WASM) || target.equals(OLDER)
                        ? new double[] {4, 3, 2, 1.5}
                        : target.equals(OTHER) ? new double[] {4.4, 3.3, 2.6, 1.8} : new double[] {1.2, 2.5, 5, 3};
        return ratios[kind] * (kind < 2 ? 2e-8 : 2e-7);
    }

    public List<PredictedModel> models() {
        return List.copyOf(models);
    }

    /** The true time in milliseconds. */
    public static double millis(PredictedModel model, TargetKey target) {
        double sum = 0.01;
        for (int k = 0; k < KINDS.size(); k++) {
            WorkSummary.ClassWork work = model.work().of(KINDS.get(k));
            sum += price(target, k) * work.operations() + 2e-3 * work.count();
        }
        return sum;
    }

    /** All models on a target, on a machine so many times slower. */
    public World measured(String session, TargetKey target, double slower) {
        return measured(session, target, slower, models);
    }

    public World measured(String session, TargetKey target, double slower, List<PredictedModel> which) {
        int hour = Integer.parseInt(session.replaceAll("\\D", ""));
        for (PredictedModel model : which) {
            observations.add(new Observation(
                    model.key(),
                    target,
                    session,
                    START.plusSeconds(3600L * hour),
                    millis(model, target) * slower * Math.exp(noise * random.nextGaussian())));
        }
        return this;
    }

    /**
     * All models on a target while other work takes the processor in whole attempts: each median is up to so many times the minimum,
     * by chance, and the minimum is the true time.
     */
    public World disturbed(String session, TargetKey target, double most) {
        int hour = Integer.parseInt(session.replaceAll("\\D", ""));
        for (PredictedModel model : models) {
            double minimum = millis(model, target) * Math.exp(noise * random.nextGaussian());
            observations.add(new Observation(
                    model.key(),
                    target,
                    session,
                    START.plusSeconds(3600L * hour),
                    minimum * (1 + (most - 1) * random.nextDouble()),
                    OptionalDouble.of(minimum)));
        }
        return this;
    }

    /** All models on a target where other work strikes one median in four, which is so many times its minimum; the minimum is the true time. */
    public World struck(String session, TargetKey target, double times) {
        int hour = Integer.parseInt(session.replaceAll("\\D", ""));
        for (PredictedModel model : models) {
            double minimum = millis(model, target) * Math.exp(noise * random.nextGaussian());
            observations.add(new Observation(
                    model.key(),
                    target,
                    session,
                    START.plusSeconds(3600L * hour),
                    minimum * (random.nextInt(4) == 0 ? times : 1),
                    OptionalDouble.of(minimum)));
        }
        return this;
    }

    /**
     * All models on a target that other work never leaves alone: medians are the true times, and what a session's least sample was is up
     * to so many times less, by chance.
     */
    public World contaminated(String session, TargetKey target, double most) {
        int hour = Integer.parseInt(session.replaceAll("\\D", ""));
        for (PredictedModel model : models) {
            double median = millis(model, target) * Math.exp(noise * random.nextGaussian());
            observations.add(new Observation(
                    model.key(),
                    target,
                    session,
                    START.plusSeconds(3600L * hour),
                    median,
                    OptionalDouble.of(median / (1 + (most - 1) * random.nextDouble()))));
        }
        return this;
    }

    public TrainingSet set() {
        return TrainingSet.of(models, observations);
    }

    /** The same times, dealt out to other models of the same target: on each target those of the same one. */
    public TrainingSet shuffled() {
        return shuffled(target -> new Random(3));
    }

    /** The same times, dealt out to other models on each target for itself, so that none says anything of another. */
    public TrainingSet shuffledApart(long seed) {
        Random dealer = new Random(seed);
        return shuffled(target -> dealer);
    }

    private TrainingSet shuffled(Function<TargetKey, Random> dealers) {
        List<Observation> dealt = new ArrayList<>();
        for (TargetKey target : List.of(CPU, WASM, WEBNN, OTHER, OLDER)) {
            List<Observation> own = observations.stream()
                    .filter(one -> one.target().equals(target))
                    .toList();
            List<Observation> times = new ArrayList<>(own);
            Collections.shuffle(times, dealers.apply(target));
            for (int i = 0; i < own.size(); i++) {
                Observation one = own.get(i);
                dealt.add(new Observation(
                        one.model(),
                        one.target(),
                        one.session(),
                        one.at(),
                        times.get(i).millis(),
                        times.get(i).minimum()));
            }
        }
        return TrainingSet.of(models, dealt);
    }
}
