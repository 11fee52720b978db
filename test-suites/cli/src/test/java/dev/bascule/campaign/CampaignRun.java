package dev.bascule.campaign;

import dev.bascule.bridge.process.Processes;
import dev.bascule.cli.JumpingClockMain;
import dev.bascule.fallback.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A run of Bascule in a process of its own, while faults are done to it.
 *
 * @param place where all of it lies
 * @param number of the run
 */
record CampaignRun(CampaignPlace place, int number) {
    /** Longer than any plan takes, on a machine that is busy with all that is done to it. */
    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final long LOOK_MS = 20;

    /** A history is written within some ten milliseconds. */
    private static final long LOOK_AT_WRITER_MS = 5;

    private static final int GAVE_UP = -1;

    /**
     * What became of a run.
     *
     * @param exit its exit code, or -1 where it did not end
     * @param said on stdout and stderr
     * @param births of what it measured in, as far as they were seen after a fault that kills
     */
    record Ended(List<Fault> faults, int exit, String said, Path out, List<Births.Birth> births) {
        boolean wasKilled() {
            return faults.stream()
                    .anyMatch(fault -> fault.kind().endsTheRun() && fault.done().isPresent());
        }

        boolean had(FaultKind kind) {
            return faults.stream().anyMatch(fault -> fault.kind() == kind);
        }

        boolean hung() {
            return exit == GAVE_UP;
        }
    }

    Path out() {
        return place.folder().resolve("out-" + number);
    }

    /** @param random of what is hit, where there is a choice */
    Ended under(List<Fault> planned, Random random) throws IOException, InterruptedException {
        List<Fault> faults = new ArrayList<>(planned);
        Path log = place.folder().resolve("log-" + number);
        Instant began = Instant.now();
        Path store = has(planned, FaultKind.STORE_FULL) ? place.otherStore(number) : place.store();
        try (CuttingSocks socks = new CuttingSocks();
                SmallDisk disk = has(planned, FaultKind.OUT_FULL)
                        ? SmallDisk.at(out())
                        : has(planned, FaultKind.STORE_FULL) ? SmallDisk.at(store.getParent()) : SmallDisk.none()) {
            Process process = start(planned, store, socks, log);
            long[] seen = new long[faults.size()];
            Births births = new Births();
            long look = has(planned, FaultKind.WRITER_KILLED) ? LOOK_AT_WRITER_MS : LOOK_MS;
            while (!process.waitFor(look, TimeUnit.MILLISECONDS)) {
                for (int at = 0; at < faults.size(); at++) {
                    faults.set(at, tried(faults.get(at), at, seen, new Reach(process, socks, disk, log), random));
                }
                if (faults.stream()
                        .anyMatch(
                                fault -> fault.kind().isDeadly() && fault.done().isPresent())) {
                    births.look(process);
                }
                if (Duration.between(began, Instant.now()).compareTo(LIMIT) > 0) {
                    return new Ended(faults, GAVE_UP, Files.readString(log), out(), births.all());
                }
            }
            return new Ended(faults, process.exitValue(), Files.readString(log), out(), births.all());
        }
    }

    private static boolean has(List<Fault> faults, FaultKind kind) {
        return faults.stream().anyMatch(fault -> fault.kind() == kind);
    }

    private Process start(List<Fault> planned, Path store, CuttingSocks socks, Path log) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                ChildJvm.executable().toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + place.temporary()));
        planned.stream().filter(fault -> fault.kind() == FaultKind.CLOCK_JUMP).forEach(fault -> {
            line.add("-D%s=%d".formatted(JumpingClockMain.AFTER, fault.afterMs()));
            line.add("-D%s=%d".formatted(JumpingClockMain.BY, fault.forMs()));
        });
        line.add(JumpingClockMain.class.getName());
        line.addAll(place.plan());
        line.addAll(List.of("--out", out().toString(), "--store", store.toString()));
        if (has(planned, FaultKind.SOCKET_CUT)) {
            line.add("--browser-flag=" + socks.flags());
        }
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(place.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("CLASSPATH", ChildJvm.classPath(List.of()));
        builder.environment()
                .put("BASCULE_LOCK_FOLDER", place.folder().resolve("lock").toString());
        builder.environment().put(SystemProcesses.MARK, place.folder().toString());
        return builder.start();
    }

    /** What faults are done to. */
    private record Reach(Process process, CuttingSocks socks, SmallDisk disk, Path log) {}

    /** Done when its time has come since there was something to do it to; as it is where there is nothing. */
    private Fault tried(Fault fault, int at, long[] seen, Reach reach, Random random) {
        long now = System.nanoTime() / 1_000_000;
        // Looking through the system's processes costs the run its processor time.
        if (fault.done().isPresent() || (seen[at] != 0 && now - seen[at] < fault.afterMs())) {
            return fault;
        }
        List<ProcessHandle> targets = targets(fault.kind(), reach.process());
        if (targets.isEmpty()) {
            return fault;
        }
        seen[at] = seen[at] == 0 ? now : seen[at];
        if (now - seen[at] < fault.afterMs()) {
            return fault;
        }
        return inflict(fault, targets, reach, random) ? fault.doneAt(Instant.now()) : fault;
    }

    private List<ProcessHandle> targets(FaultKind kind, Process process) {
        return switch (kind) {
            case COORDINATOR_KILLED, COORDINATOR_FROZEN, CLOCK_JUMP, OUT_FULL, STORE_FULL ->
                List.of(process.toHandle());
            case WRITER_KILLED -> isWriting() ? List.of(process.toHandle()) : List.of();
            default ->
                process.descendants()
                        .filter(child -> kind.hits(Processes.commandLine(child)))
                        .toList();
        };
    }

    /** What is not in the history yet stands in its log, which is there as long as it is written. */
    private boolean isWriting() {
        try {
            Path wal = place.store().resolveSibling(place.store().getFileName() + ".wal");
            return Files.exists(wal) && Files.size(wal) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean inflict(Fault fault, List<ProcessHandle> targets, Reach reach, Random random) {
        switch (fault.kind()) {
            case SOCKET_CUT -> {
                return reach.socks().cut() > 0;
            }
            case OUT_FULL, STORE_FULL -> {
                return reach.disk().fill();
            }
            case FREEZE, COORDINATOR_FROZEN -> {
                ProcessHandle one = targets.get(random.nextInt(targets.size()));
                SystemProcesses.signal(one.pid(), "STOP");
                Thread thaw = new Thread(() -> {
                    sleep(fault.forMs());
                    SystemProcesses.signal(one.pid(), "CONT");
                });
                thaw.start();
            }
            // By the clock that the process was started with, which says when it is read.
            case CLOCK_JUMP -> {
                return says(reach.log(), JumpingClockMain.JUMPED);
            }
            default -> SystemProcesses.signal(targets.stream(), fault.kind().signal());
        }
        return true;
    }

    private static boolean says(Path log, String words) {
        try {
            return Files.readString(log).contains(words);
        } catch (IOException e) {
            return false;
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
