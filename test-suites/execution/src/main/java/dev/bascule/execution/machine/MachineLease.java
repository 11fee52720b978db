package dev.bascule.execution.machine;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Somebody's turn on a machine, or their share of it. Handed on to what works in it; closed once. */
public final class MachineLease implements AutoCloseable {
    private final Optional<MachineUsers> users;
    private final Optional<Path> own;
    private final Runnable end;

    MachineLease(MachineUsers users, Optional<Path> own, Runnable end) {
        this(Optional.of(users), own, end);
    }

    private MachineLease(Optional<MachineUsers> users, Optional<Path> own, Runnable end) {
        this.users = users;
        this.own = own;
        this.end = end;
    }

    /** Of what is none of a machine's business. */
    public static MachineLease nothing() {
        return new MachineLease(Optional.empty(), Optional.empty(), () -> {});
    }

    /** Who else works on this machine now, as a reason why figures may be noisy. */
    public Optional<String> others() {
        List<MachineUser> others = users.map(all -> all.others(own)).orElse(List.of());
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of("beside it on this machine ran "
                        + others.stream().map(MachineUser::toString).distinct().collect(Collectors.joining(", ")));
    }

    @Override
    public void close() {
        end.run();
    }
}
