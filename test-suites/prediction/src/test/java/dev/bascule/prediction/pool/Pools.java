package dev.bascule.prediction.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/** Tasks for tests. */
final class Pools {
    static final long MIB = 1L << 20;
    static final PoolLimits USUAL = new PoolLimits(0.7, Optional.empty(), OptionalInt.empty());

    private Pools() {}

    static PoolDevice cpu(int processors) {
        return new PoolDevice("cpu", "processors", processors, Optional.empty());
    }

    static PoolDevice gpu(int index, long mib) {
        return new PoolDevice("gpu:" + index, "gpu", 1, Optional.of(new MemoryRoom(mib * MIB, "told by the test")));
    }

    static Optional<MemoryRoom> host(long mib) {
        return Optional.of(new MemoryRoom(mib * MIB, "told by the test"));
    }

    static ReplicaOption on(String model, String device, double millis, long mib) {
        return on(model, device, 1, millis, mib, 0);
    }

    static ReplicaOption on(String model, String device, int width, double millis, long hostMib, long deviceMib) {
        return new ReplicaOption(
                model,
                "target on " + device,
                device,
                width,
                new PoolTime.Measured(millis, millis, 2),
                new PoolMemory(hostMib * MIB, deviceMib * MIB, true, "told by the test"));
    }

    /** The same, every third with the ways and the processor time that a request takes beside computing. */
    private static ReplicaOption beside(Random random, ReplicaOption option) {
        return random.nextInt(3) > 0
                ? option
                : option.with(new RequestOverhead(random.nextInt(10), random.nextInt(20)));
    }

    static PoolLimits within(double load, Duration deadline) {
        return new PoolLimits(load, Optional.of(deadline), OptionalInt.empty());
    }

    /** Two models that may run on two processors and two GPUs, so narrow that often none fits, or only a mixture. */
    static PoolTask random(Random random) {
        List<PoolModel> models =
                List.of(new PoolModel("a", 1 + random.nextInt(40)), new PoolModel("b", 1 + random.nextInt(40)));
        List<ReplicaOption> options = new ArrayList<>();
        for (PoolModel model : models) {
            options.add(on(model.name(), "cpu", 1, 1 + random.nextInt(60), 50 + random.nextInt(200), 0));
            for (int gpu = 0; gpu < 2; gpu++) {
                options.add(on(
                        model.name(),
                        "gpu:" + gpu,
                        1,
                        1 + random.nextInt(40),
                        50 + random.nextInt(200),
                        20 + random.nextInt(100)));
            }
        }
        options.replaceAll(each -> beside(random, each));
        return new PoolTask(
                models,
                List.of(cpu(2), gpu(0, 120), gpu(1, 120)),
                host(200 + random.nextInt(700)),
                options,
                new PoolLimits(
                        0.7,
                        random.nextInt(4) == 0 ? Optional.of(Duration.ofMillis(30)) : Optional.empty(),
                        random.nextInt(4) == 0 ? OptionalInt.of(2) : OptionalInt.empty()));
    }
}
