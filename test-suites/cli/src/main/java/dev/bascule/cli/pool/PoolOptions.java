package dev.bascule.cli.pool;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.prediction.pool.PoolLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** What a pool keeps to, and what it may use. */
final class PoolOptions {
    private static final double DEFAULT_LOAD = 70;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description =
                    "What each inference may take by itself, waiting not counted, such as 50ms: slower targets are"
                            + " left out. A measured target counts with the 90th percentile of its slowest session.")
    private Optional<String> deadline = Optional.empty();

    @Option(
            names = "--replicas",
            paramLabel = "N",
            description = "The most replicas of one model (default: as many as its devices keep busy).")
    private Optional<Integer> replicas = Optional.empty();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "The most of the host's memory that all replicas may take, such as 2GB (default: what is free"
                    + " now, less a tenth).")
    private Optional<String> memory = Optional.empty();

    @Option(
            names = "--load",
            paramLabel = "PERCENT",
            description =
                    "The most of its time that a replica, and of its threads that a device, may be busy (default: 70).")
    private double load = DEFAULT_LOAD;

    @Option(
            names = "--devices",
            paramLabel = "GLOB",
            split = ",",
            description = "Devices to use, such as cpu or gpu:0 (default: all of this machine).")
    private List<String> devices = List.of();

    @Option(
            names = "--on",
            paramLabel = "GLOB",
            description =
                    "Targets to use, such as 'native*'; may be repeated (default: all that are known of this machine).")
    private List<String> on = List.of();

    @Option(
            names = "--interval",
            paramLabel = "PERCENT",
            description =
                    "How often the intervals of predictions are to hold; their upper ends are planned with (default:"
                            + " 90).")
    private double interval = 90;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "Data to predict from, as predict --validate --write-data writes them; may be repeated.")
    private List<Path> data = List.of();

    /** @throws BasculeException of what cannot be meant */
    PoolWish wish(List<String> models) {
        if (!(load > 0 && load <= 100)) {
            throw usage("--load %s: it must be above 0, and at most 100".formatted(load));
        }
        if (!(interval >= 50 && interval < 100)) {
            throw usage("--interval %s: it must be from 50, and below 100".formatted(interval));
        }
        if (replicas.isPresent() && replicas.get() < 1) {
            throw usage("--replicas %d: a model needs one".formatted(replicas.get()));
        }
        return new PoolWish(
                models.stream().map(WantedModel::parse).toList(),
                new PoolLimits(
                        load / 100,
                        deadline.map(PoolOptions::deadline),
                        replicas.map(OptionalInt::of).orElseGet(OptionalInt::empty)),
                memory.isPresent() ? OptionalLong.of(memory(memory.get())) : OptionalLong.empty(),
                devices,
                on,
                interval / 100,
                data);
    }

    /**
     * What a plan from a file asks for.
     *
     * @throws BasculeException where options say otherwise
     */
    PoolWish wish(PlanFile plan) {
        if (deadline.isPresent()
                || replicas.isPresent()
                || memory.isPresent()
                || load != DEFAULT_LOAD
                || !devices.isEmpty()
                || !on.isEmpty()) {
            throw usage("a plan has its limits, devices and targets itself: plan again, or leave the options out");
        }
        return HeldPlan.wish(plan, data, interval / 100);
    }

    private static Duration deadline(String text) {
        return Durations.parse(text)
                .filter(duration -> !duration.isZero())
                .orElseThrow(() -> usage("--deadline %s: it is no time such as 50ms".formatted(text)));
    }

    private static long memory(String text) {
        return ByteSizes.parse(text).orElseThrow(() -> usage("--memory %s: it is no size such as 2GB".formatted(text)));
    }

    static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule pool plan --help");
    }
}
