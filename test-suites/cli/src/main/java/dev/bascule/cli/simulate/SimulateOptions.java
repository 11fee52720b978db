package dev.bascule.cli.simulate;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What is simulated, and how often. */
final class SimulateOptions {
    private static final int MOST_SEEDS = 1000;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Policies beside each other: assignment, delay, fifo, random, least-loaded, fixed-priority; may be"
                            + " repeated (default: all).")
    private List<String> policies = List.of();

    @Option(names = "--seeds", paramLabel = "N", description = "How many seeds, the same for each policy (default: 5).")
    private int seeds = 5;

    @Option(names = "--seed", paramLabel = "N", description = "The first seed (default: 1).")
    long seed = 1;

    @Option(
            names = "--until",
            paramLabel = "DURATION",
            description = "End each simulation at this simulated time, such as 2h (default: when all is done).")
    private Optional<String> until = Optional.empty();

    @Option(
            names = "--times",
            paramLabel = "WHICH",
            description =
                    "What policies are told of how long jobs take: 'learned', what jobs took so far in the simulation, as a"
                            + " coordinator learns it; 'known', the true medians; 'none' (default: learned).")
    private String times = Knowledge.LEARNED.word();

    @Option(
            names = "--validate",
            description =
                    "Simulate queues whose answers are known, and hold the simulator to them. Fails where it misses one, or"
                            + " where it does not see what was set wrong on purpose. Takes about 80 s of one processor.")
    boolean validate;

    @Option(
            names = "--forecast",
            paramLabel = "FILE",
            description = "Write what is simulated as a forecast, with its time and hash, before it is run for real.")
    Optional<Path> forecast = Optional.empty();

    @Option(
            names = "--check",
            paramLabel = "FORECAST",
            description =
                    "Hold a forecast against records of real runs, which are named instead of fleet and workload.")
    Optional<Path> check = Optional.empty();

    @Option(
            names = "--replay",
            paramLabel = "RECORD",
            description =
                    "Simulate a real run again from its record, by the same policy, and hold what comes out to it.")
    Optional<Path> replay = Optional.empty();

    @Option(
            names = "--record",
            paramLabel = "RUN",
            description =
                    "Write a run on a pool of workers, from the ledger in the coordinator's history, as a record to the file that"
                            + " is named. --workload says what it was.")
    Optional<String> record = Optional.empty();

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description =
                    "The name that the forecast has for what was run, by which --check finds its record; of --record"
                            + " (default: the run's id, which no forecast has).")
    Optional<String> workload = Optional.empty();

    /** The ledger says by which policy a run was placed. */
    void refusePolicies() {
        if (!policies.isEmpty()) {
            throw usage("--record takes no --policy: the ledger says what placed the run");
        }
    }

    List<String> policies() {
        List<String> all = policies.isEmpty()
                ? Policies.names()
                : policies.stream().distinct().toList();
        all.forEach(each -> Policies.of(each, seed));
        return all;
    }

    int seeds() {
        if (seeds < 1 || seeds > MOST_SEEDS) {
            throw usage("--seeds %d: 1 to %d".formatted(seeds, MOST_SEEDS));
        }
        return seeds;
    }

    Optional<Duration> until() {
        return until.map(text -> Durations.parse(text)
                .filter(each -> !each.isZero())
                .orElseThrow(() -> usage("--until '%s': a duration such as 90s or 2h".formatted(text))));
    }

    Knowledge times() {
        return Knowledge.of(times)
                .orElseThrow(() ->
                        usage("--times '%s': one of %s".formatted(times, String.join(", ", Knowledge.words()))));
    }

    /** How many of the modes that exclude each other are asked for. */
    long modes() {
        return (validate ? 1 : 0)
                + (forecast.isPresent() ? 1 : 0)
                + (check.isPresent() ? 1 : 0)
                + (replay.isPresent() ? 1 : 0)
                + (record.isPresent() ? 1 : 0);
    }

    static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule simulate --help");
    }
}
