package dev.bascule.execution.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who works on this machine.
 *
 * @param pid of their process
 * @param startedAt of their process, where the system tells: a pid is given again
 * @param processes where that pid is theirs: another container on the same machine counts its own; empty where the system does
 *     not tell, or has no such
 * @param command what it was asked to do
 * @param use what they do
 * @param since when they began
 */
public record MachineUser(
        long pid,
        Optional<Instant> startedAt,
        Optional<String> processes,
        String command,
        MachineUse use,
        Instant since) {

    /** Linux tells of a start by the clock's time of boot, which moves when the clock is set. */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    private static final Optional<String> OWN_PROCESSES = namespace();

    static MachineUser ofThisProcess(String command, MachineUse use, Instant since) {
        ProcessHandle self = ProcessHandle.current();
        return new MachineUser(self.pid(), self.info().startInstant(), OWN_PROCESSES, command, use, since);
    }

    /** The kernel's boot and the namespace of pids; machines that share a folder have each their own. */
    private static Optional<String> namespace() {
        try {
            return Optional.of(
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
                            + " "
                            + Files.readSymbolicLink(Path.of("/proc/self/ns/pid")));
        } catch (IOException | UnsupportedOperationException | SecurityException elsewhere) {
            return Optional.empty();
        }
    }

    /** Whether this process sees theirs, if it lives. */
    boolean isVisible() {
        return processes.equals(OWN_PROCESSES);
    }

    /** Whether there is surely no such process: none has its pid. */
    boolean isGone() {
        return isVisible()
                && ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
    }

    /** Whether a process is there that is theirs by all that is known of it. */
    boolean isThere() {
        return isVisible()
                && ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .filter(process -> startedAt.isEmpty()
                                || process.info()
                                        .startInstant()
                                        .map(this::isStart)
                                        .orElse(true))
                        .isPresent();
    }

    private boolean isStart(Instant told) {
        return Duration.between(startedAt.orElse(told), told).abs().compareTo(TOLERANCE) <= 0;
    }

    /** Whether this process is a part of theirs, which waits for it. */
    boolean isAncestor() {
        if (!isVisible()) {
            return false;
        }
        Optional<ProcessHandle> parent = ProcessHandle.current().parent();
        while (parent.isPresent()) {
            if (parent.get().pid() == pid) {
                return true;
            }
            parent = parent.get().parent();
        }
        return false;
    }

    /** A sentence's beginning: {@code pid 123 `bascule run` measures on this machine since 12 s}. */
    String sentence(Instant now) {
        return "%s %s on this machine since %s"
                .formatted(this, use == MachineUse.TIMED ? "measures" : "works", age(Duration.between(since, now)));
    }

    static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        return seconds < 120 ? seconds + " s" : seconds / 60 + " min";
    }

    @Override
    public String toString() {
        return "pid %d `%s`".formatted(pid, command);
    }
}
