package dev.bascule.cli.quantize;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.options.RowOptions;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.method.Methods;
import dev.bascule.quantization.npu.NpuRequirements;
import dev.bascule.studies.quantization.MethodSet;
import dev.bascule.studies.quantization.ModelFeed;
import dev.bascule.studies.quantization.QuantizationBudget;
import dev.bascule.studies.quantization.QuantizationRequest;
import dev.bascule.studies.quantization.QuantizationSettings;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.CaseKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is made, by which samples it is judged, and what it may cost. */
final class QuantizeOptions {
    private static final List<String> PEERS = List.of(QuantizationRequest.ONNX_RUNTIME);
    private static final List<String> FEEDS = List.of("train", "source");
    private static final int FEWEST_PAIRS = 4;
    private static final int MOST_PAIRS = 200;
    private static final int MOST_SAMPLES = 100_000;
    private static final int MOST_STEPS = 100_000;
    private static final String POINTS = "quantize.jsonl";

    private final Flags flags = new Flags();

    @Option(
            names = "--data",
            split = ",",
            paramLabel = "NAME|FOLDER|FILE",
            description =
                    "Samples: labelled data by name (digits, mnist, sequences, strokes, tones) or a folder as train takes"
                            + " them; .npy files of [count, …] without labels; .wav files for a model that hears frame by"
                            + " frame; .txt files for one that writes, or makes vectors of sentences; a folder with"
                            + " test_data_set_N; or generated, inputs that are made (default: generated).")
    private List<String> data = List.of(QuantizationRequest.Data.GENERATED);

    @Option(
            names = "--feed",
            paramLabel = "HOW",
            description =
                    "How labelled samples become inputs: train feeds them as bascule train does, source as their source has"
                            + " them, times --scale plus --offset (default: train).")
    private String feed = "train";

    @Option(
            names = "--scale",
            paramLabel = "X",
            description = "What numbers of a source or a file are multiplied by, such as 255 (default: 1).")
    private double scale = 1;

    @Option(names = "--offset", paramLabel = "X", description = "What is then added to them (default: 0).")
    private double offset;

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Samples that judge, drawn by the seed, at most (default: 500).")
    private int samples = 500;

    @Option(
            names = "--calibrate",
            paramLabel = "N",
            description = "Samples that find ranges of activations, none of which judges, at most (default: 100).")
    private int calibrate = 100;

    @Option(
            names = "--methods",
            split = ",",
            paramLabel = "NAME,…",
            completionCandidates = MethodNames.class,
            description = "What is made (default: all): ${COMPLETION-CANDIDATES}; or A+B, which makes B of what A made."
                    + " What each does: docs/how-to/quantize.md. qat is training with the rounding in place"
                    + " (quantisation-aware).")
    private List<String> methods = List.of();

    @Option(
            names = "--for",
            paramLabel = "DEVICE",
            description =
                    "Makes models in the form that a processor for networks takes, and says which nodes its provider would"
                            + " leave and why: qnn-htp (Qualcomm). Nothing runs on it here.")
    private Optional<String> device = Optional.empty();

    @Option(
            names = "--peer",
            split = ",",
            paramLabel = "NAME",
            description =
                    "A quantiser of others' whose models of the same file and the same samples are measured beside, and never"
                            + " advised: onnxruntime (its own), once bascule install onnxruntime-quantization brought it.")
    private List<String> peers = List.of();

    @Option(
            names = "--fine-tune-steps",
            paramLabel = "N",
            description = "Steps that a method makes which trains, on the train part of labelled data, natively on CPU"
                    + " (default: 200).")
    private int fineTuneSteps = QuantizationRequest.DEFAULT_FINE_TUNE_STEPS;

    @Option(
            names = "--budget",
            paramLabel = "WHAT=MOST,…",
            description =
                    "What is kept: accuracy=1%% (points of accuracy that may be lost, by the upper end of the interval, so"
                            + " that 0.5%% takes at least 553 samples, and 1%% 276, even where no answer differs;"
                            + " without labels of agreement, of vectors of the order of similar sentences, of texts hundredths"
                            + " of a nat a token), bytes=1MB, p50=10ms, p95=20ms.")
    private Optional<String> budget = Optional.empty();

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description =
                    "Blocks of each variant that are timed in turn with the unquantised model; 4 at least (default: 8).")
    private int pairs = QuantizationSettings.DEFAULT.pairs();

    @Option(
            names = "--emit",
            paramLabel = "WHICH",
            description =
                    "Writes variants as .onnx files with their SHA-256: best (what is advised on any target), all, or a"
                            + " method's name. Overwrites nothing.")
    private Optional<String> emit = Optional.empty();

    @Option(names = "--emit-to", paramLabel = "DIR", description = "The folder for them (default: the current one).")
    private Optional<Path> emitTo = Optional.empty();

    @Option(
            names = "--points",
            paramLabel = "FILE",
            description =
                    "Keeps each point as it is measured, a line of JSON: the same search goes on from there (default: "
                            + POINTS
                            + " beside the history).")
    private Optional<Path> points = Optional.empty();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(
                        Keys.BACKENDS,
                        "Backends that it is measured on (default: those of webgpu,webnn,wasm,cpu that work here).")
                .add(CaseKeys.TIMEOUT, "How long opening a session, or one answer, may take (default: 1m).")
                .add(CaseKeys.THREADS)
                .add(
                        CaseKeys.GRAPH_OPTIMIZATION,
                        "How far targets may rewrite the graph: all, extended, basic or disabled (default: all).")
                .add(Keys.SEED, "Seed of the split, of made inputs, and of whatever methods draw (default: 42).");
    }

    Flags flags() {
        return flags;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} for a device of which nothing is known */
    List<String> methods() {
        if (device.isEmpty()) {
            return methods.isEmpty() ? List.of(MethodSet.ALL) : methods;
        }
        String wanted = device.orElseThrow();
        if (!NpuRequirements.devices().contains(wanted)) {
            throw usage("--for %s: nothing is known of it%s; there is %s"
                    .formatted(
                            wanted,
                            Nearest.hint(wanted, NpuRequirements.devices()),
                            String.join(", ", NpuRequirements.devices())));
        }
        return Stream.concat(
                        methods.stream(),
                        Methods.npu().stream()
                                .filter(method ->
                                        method.device().filter(wanted::equals).isPresent())
                                .map(Method::name))
                .toList();
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    List<String> peers() {
        peers.stream().filter(peer -> !PEERS.contains(peer)).findFirst().ifPresent(peer -> {
            throw usage("there is no peer '%s'%s; there is %s"
                    .formatted(peer, Nearest.hint(peer, PEERS), String.join(", ", PEERS)));
        });
        return peers.stream().distinct().toList();
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    int fineTuneSteps() {
        if (fineTuneSteps < 1 || fineTuneSteps > MOST_STEPS) {
            throw usage("--fine-tune-steps %d: from 1 to %d".formatted(fineTuneSteps, MOST_STEPS));
        }
        return fineTuneSteps;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    QuantizationBudget budget() {
        return budget.map(QuantizationBudget::parse).orElse(QuantizationBudget.NONE);
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    QuantizationRequest.Data data() {
        if (!FEEDS.contains(feed)) {
            throw usage("--feed is train or source, not '%s'".formatted(feed));
        }
        if (!Double.isFinite(scale) || scale == 0 || !Double.isFinite(offset)) {
            throw usage("--scale and --offset are finite numbers, and --scale is not 0");
        }
        if (samples < 1 || samples > MOST_SAMPLES) {
            throw usage("--samples %d: from 1 to %d".formatted(samples, MOST_SAMPLES));
        }
        if (calibrate < 0 || calibrate > MOST_SAMPLES) {
            throw usage("--calibrate %d: from 0 to %d".formatted(calibrate, MOST_SAMPLES));
        }
        return new QuantizationRequest.Data(
                data,
                new SampleSplit.Counts(calibrate, samples),
                feed.equals("source"),
                new ModelFeed.Linear(scale, offset));
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    QuantizationSettings settings() {
        if (pairs < FEWEST_PAIRS || pairs > MOST_PAIRS) {
            throw usage("--pairs %d: from %d, which are the fewest that have an interval, to %d"
                    .formatted(pairs, FEWEST_PAIRS, MOST_PAIRS));
        }
        return new QuantizationSettings(
                pairs, QuantizationSettings.DEFAULT.block(), QuantizationSettings.DEFAULT.warmUp());
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    Optional<QuantizationRequest.Emission> emission(Path folder) {
        if (emitTo.isPresent() && emit.isEmpty()) {
            throw usage("--emit-to says where, and nothing says what: --emit best, all, or a method's name");
        }
        return emit.map(which -> new QuantizationRequest.Emission(
                which, emitTo.map(folder::resolve).orElse(folder)));
    }

    Path points(Config config, Path folder) {
        return points.map(folder::resolve)
                .orElseGet(() ->
                        folder.resolve(config.get(Keys.STORE)).toAbsolutePath().resolveSibling(POINTS));
    }

    /** Those named, or those of every run. */
    static List<Chosen> targets(Config config) {
        Optional<List<Backend>> named = config.explicit(Keys.BACKENDS);
        return named.orElseGet(() -> config.get(Keys.BACKENDS)).stream()
                .map(backend -> new Chosen(Optional.empty(), backend, named.isPresent()))
                .toList();
    }

    private static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule quantize --help");
    }
}
