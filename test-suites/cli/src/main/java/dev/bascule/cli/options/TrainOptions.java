package dev.bascule.cli.options;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.studies.session.CarryLocations;
import dev.bascule.studies.training.TrainingLimits;
import dev.bascule.studies.training.TrainingRequest;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.CaseKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What is trained on, how, where and for how long. */
public final class TrainOptions {
    private static final int DEFAULT_STEPS = 200;
    private static final int MOST_SEEDS = 1000;
    private static final List<String> PEERS = List.of("pytorch");

    private final Flags flags = new Flags();

    @Option(
            names = "--data",
            paramLabel = "NAME|FOLDER",
            description = "What it is trained on: sequences, strokes or tones, which are made; digits or mnist, which"
                    + " bascule models fetch brings; or a folder with a sub-folder for each class (default:"
                    + " ${DEFAULT-VALUE}).",
            defaultValue = "digits")
    private String data = "digits";

    @Option(names = "--steps", paramLabel = "N", description = "Steps of a run (default: 200).")
    private Optional<Integer> steps = Optional.empty();

    @Option(names = "--epochs", paramLabel = "N", description = "Rounds through the data, in place of --steps.")
    private Optional<Integer> epochs = Optional.empty();

    @Option(
            names = "--target-accuracy",
            paramLabel = "X",
            description = "Ends a run when so large a share of the held-out data is answered right, such as 0.97.")
    private Optional<Double> target = Optional.empty();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Runs with as many seeds, from --seed on (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private int seeds = 1;

    @Option(
            names = "--exact-steps",
            paramLabel = "N",
            description = "The first steps, which are held against the exact trajectory, repeated and resumed (default:"
                    + " ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int exact = 10;

    @Option(
            names = "--evaluate-every",
            paramLabel = "N",
            description = "Steps between two looks at the held-out data (default: ${DEFAULT-VALUE}).",
            defaultValue = "100")
    private int every = 100;

    @Option(
            names = "--feed",
            paramLabel = "HOW",
            description =
                    "host feeds each step its samples; resident has the data in the model, and feeds where they stand"
                            + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "host")
    private String feed = "host";

    @Option(
            names = "--state",
            split = ",",
            paramLabel = "PLACE",
            description =
                    "Where parameters and moments stay between two steps: cpu, gpu-buffer (webgpu), ml-tensor (webnn)"
                            + " (default: the backend's own, else cpu).")
    private List<String> state = List.of();

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            description = "How long one target may train with one seed (default: ${DEFAULT-VALUE}).",
            defaultValue = "10m")
    private String limit = "10m";

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description =
                    "A checkpoint that the run goes on from, of the same network, data, optimizer, learning rate and decay,"
                            + " clip, batch and seed.")
    private Optional<Path> resume = Optional.empty();

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description =
                    "Keeps parameters, moments and the place in the data as safetensors; of one backend and one seed.")
    private Optional<Path> checkpoint = Optional.empty();

    @Option(
            names = "--emit",
            paramLabel = "FILE.onnx",
            description =
                    "Writes the trained network as a model of one sample, which quantize, run and predict take: of the first"
                            + " target and seed that are right, once native CPU has the same answers from it as from the"
                            + " trained state. Overwrites nothing.")
    private Optional<Path> emit = Optional.empty();

    @Option(
            names = "--tensorboard",
            paramLabel = "DIR",
            description =
                    "Writes losses and accuracies as TensorBoard's event files, a folder for each target and seed.")
    private Optional<Path> tensorBoard = Optional.empty();

    @Option(
            names = "--peer",
            split = ",",
            paramLabel = "NAME",
            description =
                    "An engine of others' that trains the same by its own gradients and updates beside the targets,"
                            + " with neither verdict nor score: pytorch, once bascule install pytorch brought it.")
    private List<String> peers = List.of();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(Keys.BACKENDS, "Backends that train (default: those of webgpu,webnn,wasm,cpu that work here).")
                .each(
                        Keys.CHAINS,
                        "--chain",
                        "A->B->C",
                        "Trains on the first backend of a chain that gets through, one target for each chain; why the"
                                + " others did not is told. May be repeated; in place of --backends, unless that is given"
                                + " as well.")
                .add(
                        Keys.FALL_BACK_ON,
                        "Which failures move on to a chain's next backend, as bascule run has them (default: all but"
                                + " failed).")
                .add(
                        CaseKeys.TIMEOUT,
                        "How long opening a session, or the steps of one request, may take (default: 1m).")
                .add(CaseKeys.THREADS)
                .add(
                        CaseKeys.GRAPH_OPTIMIZATION,
                        "How far targets may rewrite the graph: all, extended, basic or disabled (default: all).")
                .add(Keys.SEED, "Seed of initial values and of the order of the data (default: 42).");
    }

    public Flags flags() {
        return flags;
    }

    public String data() {
        return data;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public OptionalInt epochs() {
        if (epochs.isPresent() && steps.isPresent()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--steps and --epochs are two lengths of a run");
        }
        return epochs.isPresent()
                ? OptionalInt.of(TrainMethodOptions.counted("--epochs", epochs.get()))
                : OptionalInt.empty();
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public boolean resident() {
        if (!List.of("host", "resident").contains(feed)) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--feed is host or resident, not '%s'".formatted(feed));
        }
        return feed.equals("resident");
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} where the state would be of several runs */
    public TrainingRequest.Files files(Config config) {
        int named = config.explicit(Keys.BACKENDS).map(List::size).orElse(0)
                + chains(config).all().size();
        boolean one = seeds == 1 && state.size() < 2 && named == 1;
        if (checkpoint.isPresent() && !one) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--checkpoint keeps the state of one target with one seed",
                    "name one by --backends or --chain");
        }
        if (resume.isPresent() && seeds > 1) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--resume goes on with the one seed of its checkpoint");
        }
        emit.ifPresent(TrainOptions::requireModel);
        return new TrainingRequest.Files(resume, checkpoint, emit);
    }

    private static void requireModel(Path file) {
        if (!file.toString().endsWith(".onnx")) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--emit writes an .onnx file, and '%s' is no such name".formatted(file));
        }
        if (Files.exists(file)) {
            throw new BasculeException(
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "there is a file '%s', and it is left as it is".formatted(file),
                    "name another file by --emit");
        }
    }

    /**
     * Those named.
     *
     * @param mixed whether steps are in mixed precision
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} where there is none of a name, or it cannot do what is asked of the targets
     */
    public List<String> peers(boolean mixed) {
        for (String peer : peers) {
            if (!PEERS.contains(peer)) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "there is no peer called '%s'%s".formatted(peer, Nearest.hint(peer, PEERS)),
                        "--peer " + String.join(",", PEERS));
            }
        }
        if (!peers.isEmpty() && resume.isPresent()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "a peer begins anew, and --resume does not", "leave --peer out");
        }
        if (!peers.isEmpty() && mixed) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a peer computes in 32 bits, and --mixed-precision does not",
                    "leave one of them out");
        }
        return peers.stream().distinct().toList();
    }

    public Optional<Path> tensorBoard() {
        return tensorBoard;
    }

    /**
     * As many as were asked for, from this one on.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR}
     */
    public List<Long> seeds(long first) {
        if (TrainMethodOptions.counted("--seeds", seeds) > MOST_SEEDS || first > Long.MAX_VALUE - seeds) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--seeds must be from 1 to %d, and the last of them, from --seed on, below %d"
                            .formatted(MOST_SEEDS, Long.MAX_VALUE));
        }
        return LongStream.range(first, first + seeds).boxed().toList();
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} where a location is no backend's, or a chain's backend has several */
    public CarryLocations locations(Config config) {
        CarryLocations locations = CarryLocations.of("--state", state);
        List<Backend> rungs = chains(config).all().stream()
                .flatMap(chain -> chain.rungs().stream())
                .distinct()
                .toList();
        List<Backend> named = Stream.concat(
                        config.explicit(Keys.BACKENDS).stream().flatMap(List::stream), rungs.stream())
                .distinct()
                .toList();
        if (!named.isEmpty()) {
            locations.require(named);
        }
        if (state.size() > 1
                && rungs.stream().anyMatch(rung -> locations.on(rung).size() > 1)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a chain's backend trains once, and --state has several places for one of them",
                    "leave --state out: each backend then takes its own, else cpu");
        }
        return locations;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public TrainingLimits limits(Config config) {
        if (target.filter(share -> !(share > 0 && share <= 1)).isPresent()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--target-accuracy is a share above 0 and up to 1");
        }
        return new TrainingLimits(
                config.get(CaseKeys.TIMEOUT),
                duration(),
                TrainMethodOptions.counted("--steps", steps.orElse(DEFAULT_STEPS)),
                TrainMethodOptions.counted("--exact-steps", exact),
                TrainMethodOptions.counted("--evaluate-every", every),
                target.isPresent() ? OptionalDouble.of(target.get()) : OptionalDouble.empty());
    }

    private Duration duration() {
        return Durations.parse(limit)
                .filter(wanted -> !wanted.isZero() && !wanted.isNegative())
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR, "--limit: '%s' is no time, such as 90s or 10m".formatted(limit)));
    }

    /** Those named; none where chains are instead; else those of every run that have one of the locations. */
    public List<Chosen> targets(Config config) {
        CarryLocations locations = locations(config);
        Optional<List<Backend>> named = config.explicit(Keys.BACKENDS);
        if (named.isEmpty() && !chains(config).all().isEmpty()) {
            return List.of();
        }
        return named.orElseGet(() -> config.get(Keys.BACKENDS)).stream()
                .filter(backend -> !locations.on(backend).isEmpty())
                .map(backend -> new Chosen(Optional.empty(), backend, named.isPresent()))
                .toList();
    }

    /** Those named: nobody falls back who was not asked to. */
    public TrainingRequest.Chains chains(Config config) {
        return new TrainingRequest.Chains(
                config.explicit(Keys.CHAINS).orElse(List.of()), config.get(Keys.FALL_BACK_ON));
    }
}
