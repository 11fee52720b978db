package dev.bascule.cli.pool;

import dev.bascule.cli.pool.FoundPool.LeftOut;
import dev.bascule.prediction.pool.PoolDevice;
import dev.bascule.prediction.pool.PoolDevices;
import dev.bascule.prediction.pool.ReplicaOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects models on targets on devices. Belongs to one thread. */
final class PoolPairs {
    private final PoolDevices devices;
    private final List<PoolDevice> used;
    private final int processors;
    private final Presence presence;
    private final List<ReplicaOption> options = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

    PoolPairs(PoolDevices devices, List<PoolDevice> used, int processors, Presence presence) {
        this.devices = devices;
        this.used = used;
        this.processors = processors;
        this.presence = presence;
    }

    void add(PooledModel model, LocalTarget target, PairTimes times, PairMemory memory) {
        why(model, target, times, memory)
                .ifPresent(why ->
                        leftOut.add(new LeftOut(model.name(), target.key().toString(), why)));
    }

    /** Why there is no option; empty where there is one or more. */
    private Optional<String> why(PooledModel model, LocalTarget target, PairTimes times, PairMemory memory) {
        Optional<String> absent = presence.absence(model, target);
        if (absent.isPresent()) {
            return absent;
        }
        PoolDevices.Seats seats = devices.seats(target.backend(), target.type(), target.software());
        if (seats instanceof PoolDevices.Seats.Nowhere nowhere) {
            return Optional.of(nowhere.why());
        }
        List<PoolDevice> free = ((PoolDevices.Seats.On) seats)
                .devices().stream().filter(used::contains).toList();
        if (free.isEmpty()) {
            return Optional.of("its device is not among --devices");
        }
        PairTimes.Known time = times.on(target.key());
        if (time instanceof PairTimes.Known.Nothing nothing) {
            return Optional.of(nothing.why());
        }
        PairMemory.Known bytes = memory.on(target, free.get(0).room().isPresent());
        if (bytes instanceof PairMemory.Known.Nothing nothing) {
            return Optional.of(nothing.why());
        }
        for (PoolDevice device : free) {
            options.add(new ReplicaOption(
                    model.name(),
                    target.key().toString(),
                    device.id(),
                    device.id().equals(PoolDevices.CPU)
                            ? Math.min(processors, Math.max(1, target.key().threads()))
                            : 1,
                    ((PairTimes.Known.Time) time).time(),
                    ((PairMemory.Known.Bytes) bytes).memory()));
        }
        return Optional.empty();
    }

    List<ReplicaOption> options() {
        return options;
    }

    List<LeftOut> leftOut() {
        return leftOut;
    }
}
