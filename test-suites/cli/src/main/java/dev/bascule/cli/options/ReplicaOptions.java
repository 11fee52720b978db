package dev.bascule.cli.options;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.studies.replicas.ReplicaPlan;
import dev.bascule.studies.replicas.Shards;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.training.optimizer.Optimizers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which replicas train together, on what and how. */
public final class ReplicaOptions {
    private static final int MOST = 16;
    private static final String POOL = "pool:";
    private static final int MOST_RESTARTS = 100;
    private static final Pattern KILL = Pattern.compile("(\\d{1,2})@(\\d{1,6})");

    private final Flags flags = new Flags();

    @Option(
            names = "--replicas",
            split = ",",
            paramLabel = "[pool:][BROWSER:]BACKEND",
            description =
                    "Who trains together, in rank order: each is a page or a native child of its own, and one backend may be named several"
                            + " times; pool: has a worker of --on compute it (default: wasm,wasm,cpu).")
    private List<String> replicas = List.of("wasm", "wasm", "cpu");

    @Option(
            names = "--data",
            paramLabel = "NAME|FOLDER",
            description = "What it is trained on, as train has it (default: ${DEFAULT-VALUE}).",
            defaultValue = "digits")
    private String data = "digits";

    @Option(
            names = "--optimizer",
            paramLabel = "NAME",
            description =
                    "sgd, momentum, nesterov, adam or adamw, as PyTorch defines them (default: ${DEFAULT-VALUE}).",
            defaultValue = "adam")
    private String optimizer = "adam";

    @Option(
            names = "--learning-rate",
            paramLabel = "X",
            description = "The learning rate of each step (default: 0.001).")
    private Optional<Double> learningRate = Optional.empty();

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "Samples of a round, of all replicas together, in parts as even as it goes (default: 48).")
    private Optional<Integer> batch = Optional.empty();

    @Option(
            names = "--shards",
            split = ",",
            paramLabel = "N",
            description = "Samples of each replica in place of --batch: fewer for who is slower.")
    private List<Integer> shards = List.of();

    @Option(
            names = "--steps",
            paramLabel = "N",
            description = "Rounds, each an update (default: ${DEFAULT-VALUE}).",
            defaultValue = "100")
    private int steps = 100;

    @Option(
            names = "--exact-steps",
            paramLabel = "N",
            description =
                    "The first steps, which are held against the exact trajectory of one worker, and made once more (default:"
                            + " ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int exact = 10;

    @Option(
            names = "--every",
            paramLabel = "N",
            description =
                    "Steps between two checkpoints, at which each replica shows what it has (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int every = 10;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            description =
                    "How long others are waited for once the first gradient of a round is there: who is later loses the round (default:"
                            + " ${DEFAULT-VALUE}).",
            defaultValue = "5s")
    private String patience = "5s";

    @Option(
            names = "--restarts",
            paramLabel = "N",
            description =
                    "How often a replica that dies is started again before it is left out (default: ${DEFAULT-VALUE}).",
            defaultValue = "2")
    private int restarts = 2;

    @Option(
            names = "--kill",
            split = ",",
            paramLabel = "RANK@STEP",
            description =
                    "Kills a replica's process as a step begins, to see what becomes of the run; ranks begin at 0.")
    private List<String> kills = List.of();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(CaseKeys.TIMEOUT, "How long opening a session, or one gradient, may take (default: 1m).")
                .add(CaseKeys.THREADS)
                .add(Keys.SEED, "Seed of initial values and of the order of the data (default: 42).");
    }

    public Flags flags() {
        return flags;
    }

    public String data() {
        return data;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} where there is none of this name */
    public String optimizer() {
        Optimizers.require(optimizer);
        return optimizer;
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public OptionalDouble learningRate() {
        require(
                learningRate
                        .filter(rate -> !(rate > 0) || Double.isInfinite(rate))
                        .isEmpty(),
                "--learning-rate must be above 0");
        return learningRate.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    /** @throws BasculeException {@link ErrorCode#UNKNOWN_BACKEND}; {@link ErrorCode#USAGE_ERROR} */
    public List<Chosen> replicas() {
        require(replicas.size() >= 2 && replicas.size() <= MOST, "--replicas are from 2 to " + MOST);
        return replicas.stream().map(ReplicaOptions::chosen).toList();
    }

    /** Ranks of those that workers of a pool take. */
    public Set<Integer> pooled() {
        return IntStream.range(0, replicas.size())
                .filter(rank -> replicas.get(rank).startsWith(POOL))
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Chosen chosen(String text) {
        String replica = text.startsWith(POOL) ? text.substring(POOL.length()) : text;
        Backend backend = TargetOption.backend(replica);
        Optional<String> browser = TargetOption.browser(replica);
        browser.ifPresent(named -> TargetOption.requireBrowsers(backend));
        return new Chosen(browser, backend, true);
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} */
    public ReplicaPlan plan(Config config, long seed) {
        int count = replicas().size();
        require(steps >= 1 && steps <= ReplicaPlan.MOST_STEPS, "--steps is from 1 to " + ReplicaPlan.MOST_STEPS);
        require(exact >= 1 && exact <= ReplicaPlan.MOST_STEPS, "--exact-steps is 1 or more");
        require(every >= 1, "--every is 1 or more");
        require(restarts >= 0 && restarts <= MOST_RESTARTS, "--restarts is from 0 to " + MOST_RESTARTS);
        return new ReplicaPlan(
                shards(count),
                steps,
                exact,
                every,
                seed,
                patience(),
                config.get(CaseKeys.TIMEOUT),
                restarts,
                kills.stream().map(text -> kill(text, count)).toList());
    }

    private Shards shards(int count) {
        if (shards.isEmpty()) {
            int samples = batch.orElse(48);
            require(
                    samples >= count && samples <= ReplicaPlan.MOST_STEPS,
                    "--batch is from a sample for each replica to " + ReplicaPlan.MOST_STEPS);
            return Shards.even(samples, count);
        }
        require(batch.isEmpty(), "--shards and --batch are two ways to say the same");
        require(shards.size() == count, "--shards takes a number for each of %d replicas".formatted(count));
        require(
                shards.stream().allMatch(samples -> samples >= 1 && samples <= ReplicaPlan.MOST_STEPS),
                "--shards are of one sample or more");
        return new Shards(shards);
    }

    private Duration patience() {
        return Durations.parse(patience)
                .filter(wanted -> !wanted.isZero() && !wanted.isNegative())
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR, "--patience: '%s' is no time, such as 500ms or 5s".formatted(patience)));
    }

    private ReplicaPlan.Kill kill(String text, int count) {
        Matcher kill = KILL.matcher(text);
        require(kill.matches(), "--kill: '%s' is no replica at a step, such as 1@50".formatted(text));
        int rank = Integer.parseInt(kill.group(1));
        long step = Long.parseLong(kill.group(2));
        require(rank < count, "--kill: there is no replica %d, the last is %d".formatted(rank, count - 1));
        require(step >= 1 && step <= steps, "--kill: the steps are from 1 to " + steps);
        return new ReplicaPlan.Kill(rank, step);
    }

    private static void require(boolean holds, String words) {
        if (!holds) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, words);
        }
    }
}
