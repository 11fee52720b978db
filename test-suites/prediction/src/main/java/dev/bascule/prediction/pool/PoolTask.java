package dev.bascule.prediction.pool;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What is asked of a planner. Immutable.
 *
 * @param models each name once
 * @param devices each id once
 * @param host what processes may take; empty where nobody tells what is free, so that nothing is held against it
 * @param options of these models on these devices
 */
public record PoolTask(
        List<PoolModel> models,
        List<PoolDevice> devices,
        Optional<MemoryRoom> host,
        List<ReplicaOption> options,
        PoolLimits limits) {

    public PoolTask {
        models = List.copyOf(models);
        devices = List.copyOf(devices);
        options = List.copyOf(options);
        Set<String> names = distinct(models, PoolModel::name);
        Set<String> ids = distinct(devices, PoolDevice::id);
        for (ReplicaOption each : options) {
            if (!names.contains(each.model()) || !ids.contains(each.device())) {
                throw new IllegalArgumentException("an option of no model or on no device: " + each);
            }
        }
    }

    private static <T> Set<String> distinct(List<T> all, Function<T, String> name) {
        Set<String> names = new HashSet<>();
        for (T each : all) {
            if (!names.add(name.apply(each))) {
                throw new IllegalArgumentException("%s is there twice".formatted(name.apply(each)));
            }
        }
        return names;
    }

    /** Those that keep the deadline. */
    public List<ReplicaOption> inTime() {
        return options.stream().filter(each -> limits.allows(each.time())).toList();
    }

    /** Those that do not. */
    public List<ReplicaOption> late() {
        return options.stream().filter(each -> !limits.allows(each.time())).toList();
    }

    /** Models of which there is no option at all, whatever the limits. */
    public List<PoolModel> withoutOption() {
        return models.stream()
                .filter(model -> options.stream().noneMatch(each -> each.model().equals(model.name())))
                .toList();
    }

    /** Devices by id. */
    Map<String, PoolDevice> byId() {
        return devices.stream().collect(Collectors.toMap(PoolDevice::id, Function.identity()));
    }

    PoolDevice device(ReplicaOption option) {
        return Optional.ofNullable(byId().get(option.device())).orElseThrow();
    }

    double rate(ReplicaOption option) {
        return models.stream()
                .filter(model -> model.name().equals(option.model()))
                .findFirst()
                .orElseThrow()
                .rate();
    }

    public PoolTask only(Predicate<ReplicaOption> wanted) {
        return new PoolTask(
                models, devices, host, options.stream().filter(wanted).toList(), limits);
    }

    /** With options that may have learned more. */
    public PoolTask with(UnaryOperator<ReplicaOption> learned) {
        return new PoolTask(models, devices, host, options.stream().map(learned).toList(), limits);
    }

    PoolTask withLoad(double load) {
        return with(new PoolLimits(load, limits.deadline(), limits.replicas()));
    }

    PoolTask withDeadline(Duration deadline) {
        return with(new PoolLimits(limits.load(), Optional.of(deadline), limits.replicas()));
    }

    PoolTask withReplicas(OptionalInt most) {
        return with(new PoolLimits(limits.load(), limits.deadline(), most));
    }

    private PoolTask with(PoolLimits other) {
        return new PoolTask(models, devices, host, options, other);
    }
}
