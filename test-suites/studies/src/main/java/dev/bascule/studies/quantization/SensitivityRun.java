package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Sensitivities;
import dev.bascule.quantization.method.LayerTrials;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Measures on native CPU what outputs lose when one layer alone is written in fewer bits, beside those of the unquantised model, over samples that
 * calibrate and never judge. One session for all trials, once for all methods; what was measured before is kept. Belongs to one thread.
 */
public final class SensitivityRun {
    /** It ranks layers, and proves nothing: their whole is judged by other samples. */
    static final int MOST_SAMPLES = 8;

    private final Stage natively;
    private final PreparedCase testCase;
    private final ModelProto model;
    private final SampleReader reader;
    private final List<Sample> samples;
    private final PointFile file;
    private final List<String> context;
    private final Path folder;
    private final Consumer<String> progress;
    private Optional<Result> came = Optional.empty();

    /**
     * @param natively native CPU
     * @param testCase the model's
     * @param model in float32
     * @param reader what outputs say
     * @param samples of which some that calibrate are run
     * @param file keeps what was measured
     * @param context what a measurement depends on besides the layer, as words
     * @param folder for the model of all trials
     * @param progress is told what is at hand
     */
    public SensitivityRun(
            Stage natively,
            PreparedCase testCase,
            ModelProto model,
            SampleReader reader,
            SampleSplit samples,
            PointFile file,
            List<String> context,
            Path folder,
            Consumer<String> progress) {
        this.natively = natively;
        this.testCase = testCase;
        this.model = model;
        this.reader = reader;
        this.samples = samples.calibration()
                .subList(0, Math.min(MOST_SAMPLES, samples.calibration().size()));
        this.file = file;
        this.context = List.copyOf(context);
        this.folder = folder;
        this.progress = progress;
    }

    /** What came of it. */
    public sealed interface Result {}

    /** Nothing, and why. */
    public record None(String why) implements Result {}

    /**
     * What layers lose.
     *
     * @param measured trials of this run
     * @param kept trials of an earlier one
     */
    public record Found(Sensitivities sensitivities, int measured, int kept) implements Result {}

    /** Measured when it is asked for the first time; where it was interrupted, what there is by then stays in the file. */
    public Result result() {
        Result now = came.orElseGet(this::run);
        came = Optional.of(now);
        return now;
    }

    /** What came, where somebody asked for it; measures nothing. */
    public Optional<Result> asked() {
        return came;
    }

    private Result run() {
        if (samples.isEmpty()) {
            return new None(
                    "there is no sample besides those that judge: give more by --data, or a --calibrate above 0");
        }
        LayerTrials.Result made = LayerTrials.of(model);
        return made instanceof LayerTrials.Made ready
                ? new Work(ready.trials()).run()
                : new None(((LayerTrials.Refused) made).why());
    }

    /** One session. */
    private final class Work {
        private final LayerTrials trials;
        private final byte[] bytes;
        private final String sha256;
        private List<Map<String, Tensor>> whole = List.of();
        private int measured;
        private int kept;

        Work(LayerTrials trials) {
            this.trials = trials;
            this.bytes = trials.model().toByteArray();
            this.sha256 = Sha256.of(bytes);
        }

        Result run() {
            Map<String, Sensitivities.Trial> known = new HashMap<>();
            each((layer, precision) -> file.trial(key(layer, precision), precision)
                    .ifPresent(trial -> {
                        known.put(name(layer, precision), trial);
                        kept++;
                    }));
            Optional<String> trouble =
                    kept == trials.layers().size() * LayerTrials.tried().size() ? Optional.empty() : measure(known);
            return trouble.<Result>map(None::new).orElseGet(() -> found(known));
        }

        private Result found(Map<String, Sensitivities.Trial> known) {
            List<Sensitivities.Layer> layers = trials.layers().stream()
                    .map(layer -> new Sensitivities.Layer(
                            layer,
                            LayerTrials.tried().stream()
                                    .flatMap(precision ->
                                            Optional.ofNullable(known.get(name(layer, precision))).stream())
                                    .toList()))
                    .toList();
            return new Found(new Sensitivities(samples.size(), layers), measured, kept);
        }

        /** Why not all of it could be measured. */
        private Optional<String> measure(Map<String, Sensitivities.Trial> known) {
            Path path = folder.resolve("trials-" + sha256 + ".onnx").toAbsolutePath();
            AtomicFile.write(path, stream -> stream.write(bytes));
            PreparedCase seen = testCase.withArtifact(new ModelArtifact(sha256, bytes.length, path));
            try (OpenModel open = OpenModel.open(natively, OpenModel.fed(seen, fed(0, Map.of())))) {
                whole = answers(open, Map.of());
                each((layer, precision) -> {
                    if (known.containsKey(name(layer, precision))
                            || whole.size() < samples.size()
                            || !open.isSound()
                            || Thread.currentThread().isInterrupted()) {
                        return;
                    }
                    progress.accept("what '%s' alone in %d bits does".formatted(layer, precision.bits()));
                    List<Map<String, Tensor>> own = answers(open, Map.of(layer, precision));
                    if (own.size() == samples.size()) {
                        Sensitivities.Trial trial = trial(precision, own);
                        known.put(name(layer, precision), trial);
                        file.add(key(layer, precision), trial);
                        measured++;
                    }
                });
                if (known.size() == trials.layers().size() * LayerTrials.tried().size()) {
                    return Optional.empty();
                }
                return Optional.of(open.trouble()
                        .map(why -> "native CPU did not run the model of all trials: " + why.message())
                        .orElse("it was stopped by the user; the same line goes on from what was measured"));
            }
        }

        private void each(Visitor visitor) {
            for (String layer : trials.layers()) {
                for (LayerPrecision precision : LayerTrials.tried()) {
                    visitor.of(layer, precision);
                }
            }
        }

        private List<Map<String, Tensor>> answers(OpenModel open, Map<String, LayerPrecision> chosen) {
            List<Sample> asked = new ArrayList<>();
            for (int i = 0; i < samples.size(); i++) {
                asked.add(fed(i, chosen));
            }
            return open.answers(asked);
        }

        private Sample fed(int index, Map<String, LayerPrecision> chosen) {
            return samples.get(index).with(trials.choice(), trials.choosing(chosen));
        }

        private Sensitivities.Trial trial(LayerPrecision precision, List<Map<String, Tensor>> own) {
            List<SampleAnswer> answers = new ArrayList<>();
            for (int i = 0; i < own.size(); i++) {
                answers.add(reader.read(samples.get(i), own.get(i), whole.get(i)));
            }
            return new Sensitivities.Trial(
                    precision, mean(answers, SampleAnswer::divergence), mean(answers, SampleAnswer::mean));
        }

        private String key(String layer, LayerPrecision precision) {
            List<String> parts = new ArrayList<>(context);
            parts.addAll(List.of(
                    "sensitivity",
                    natively.target(),
                    natively.place().target().engine().toString(),
                    sha256,
                    String.valueOf(samples.size()),
                    layer,
                    precision.name()));
            return PointFile.key(parts);
        }
    }

    private interface Visitor {
        void of(String layer, LayerPrecision precision);
    }

    private static String name(String layer, LayerPrecision precision) {
        return precision.name() + " " + layer;
    }

    /** Of all; empty where one has none. */
    private static Optional<Double> mean(List<SampleAnswer> answers, Function<SampleAnswer, Optional<Double>> of) {
        double sum = 0;
        for (SampleAnswer answer : answers) {
            Optional<Double> figure = of.apply(answer);
            if (figure.isEmpty()) {
                return Optional.empty();
            }
            sum += figure.orElseThrow();
        }
        return Optional.of(sum / answers.size());
    }
}
