package dev.bascule.bridge.page;

import dev.bascule.bridge.process.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The processes and profile folders of this JVM that are there now and were not before. */
public final class LeftBehind {
    private final Set<ProcessHandle> processes = processes();
    private final Set<Path> profiles = profiles(ProcessHandle.current().pid());

    public List<ProcessHandle> newProcesses() {
        Set<ProcessHandle> now = new LinkedHashSet<>(processes());
        now.removeAll(processes);
        return List.copyOf(now);
    }

    /** Those that do not end within a while: who was killed needs a moment to go, on a busy machine a long one. */
    public List<ProcessHandle> processesLeft() {
        for (int looks = 0; looks < 400 && !newProcesses().isEmpty(); looks++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        return newProcesses();
    }

    public List<Path> newProfiles() {
        Set<Path> now = new LinkedHashSet<>(profiles(ProcessHandle.current().pid()));
        now.removeAll(profiles);
        return List.copyOf(now);
    }

    private static Set<ProcessHandle> processes() {
        return ProcessHandle.current().descendants().filter(Processes::runs).collect(Collectors.toSet());
    }

    public static Set<Path> profiles(long owner) {
        return profiles(Path.of(System.getProperty("java.io.tmpdir")), owner);
    }

    /** Of another process, which has its profiles in this folder. */
    public static Set<Path> profiles(Path folder, long owner) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("bascule-profile-" + owner + "-"))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
