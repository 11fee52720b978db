package dev.bascule.execution.machine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Somebody's turn on a machine, or their share of it. Handed on to what works in it; closed once. */
public final class MachineHold implements AutoCloseable {
    private final Optional<Neighbors> neighbors;
    private final Optional<Path> own;
    private final Runnable end;

    MachineHold(Neighbors neighbors, Optional<Path> own, Runnable end) {
        this(Optional.of(neighbors), own, end);
    }

    private MachineHold(Optional<Neighbors> neighbors, Optional<Path> own, Runnable end) {
        this.neighbors = neighbors;
        this.own = own;
        this.end = end;
    }

    /** Of what is none of a machine's business. */
    public static MachineHold nothing() {
        return new MachineHold(Optional.empty(), Optional.empty(), () -> {});
    }

    /** Who else works on this machine now, as a reason why figures may be noisy. */
    public Optional<String> others() {
        List<Neighbor> others = neighbors.map(all -> all.others(own)).orElse(List.of());
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("beside it on this machine ran "
                        + others.stream().map(Neighbor::toString).distinct().collect(Collectors.joining(", ")));
    }

    @Override
    public void close() {
        end.run();
    }
}
