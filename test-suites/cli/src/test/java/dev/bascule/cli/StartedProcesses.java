package dev.bascule.cli;

import static org.awaitility.Awaitility.await;

import dev.bascule.bridge.process.Processes;
import java.util.List;
import java.util.stream.Stream;

/** Processes that a test started. Stateless. */
public final class StartedProcesses {
    private StartedProcesses() {}

    /** Kills one and all below it, and waits until they are gone: they write into folders that are deleted next. */
    public static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        await("they are gone").until(() -> all.stream().noneMatch(Processes::runs));
    }
}
