package dev.bascule.app.local;

import dev.bascule.app.environment.KeptRunEnvironments;
import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.orders.ConformanceRunners;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.nativerunner.devices.ContainerLimits;
import dev.bascule.nativerunner.devices.LocalSystem;
import dev.bascule.nativerunner.machine.MachineProbe;
import dev.bascule.studies.conformance.ConformanceService;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;

/** Keeps this machine's runners of conformance cases for a while: a few, in a quarter of the memory at most. */
public final class KeptConformanceRunners implements ConformanceRunners {
    private static final int MOST = 4;
    /** Longer than it takes until the next job of the same run comes, also over a slow line. */
    public static final Duration USUALLY_IDLE = Duration.ofSeconds(30);

    private static final long PART_OF_MEMORY = 4;
    /** Where nobody tells how much there is. */
    private static final long USUAL_BYTES = 2L << 30;

    private final KeptRunEnvironments kept;
    private final Clock clock;

    KeptConformanceRunners(KeptRunEnvironments kept, Clock clock) {
        this.kept = kept;
        this.clock = clock;
    }

    /** @param idle how long one stays that nobody uses; zero keeps none */
    public static KeptConformanceRunners ofThisMachine(Clock clock, Duration idle) {
        long bytes = Stream.concat(
                        MachineProbe.read().memoryBytes().stream(),
                        ContainerLimits.read(new LocalSystem()).memoryBytes().stream())
                .min(Long::compare)
                .map(all -> all / PART_OF_MEMORY)
                .orElse(USUAL_BYTES);
        return new KeptConformanceRunners(
                new KeptRunEnvironments(
                        LocalRunEnvironments.ofThisMachine()::open,
                        new KeptRunEnvironments.Limits(idle.isZero() ? 0 : MOST, bytes, idle),
                        clock),
                clock);
    }

    @Override
    public ConformanceService service() {
        return new LocalConformanceService(kept::open, clock);
    }

    @Override
    public boolean isEmpty() {
        return kept.isEmpty();
    }

    @Override
    public Set<Backend> warm() {
        return kept.warm();
    }

    @Override
    public void tidy() {
        kept.tidy();
    }

    @Override
    public void clear() {
        kept.clear();
    }

    @Override
    public void close() {
        kept.close();
    }
}
