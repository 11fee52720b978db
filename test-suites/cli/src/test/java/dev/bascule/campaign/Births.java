package dev.bascule.campaign;

import dev.bascule.bridge.process.Processes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** When the processes that a run measures in were started: what passes after one was killed was measured in a younger one. */
final class Births {
    private static final Duration EVERY = Duration.ofMillis(200);

    /**
     * Of a process.
     *
     * @param ofTheBrowser whether it shows a page, rather than that it is a native child
     */
    record Birth(boolean ofTheBrowser, Instant at) {}

    private final Map<Long, Birth> known = new HashMap<>();
    private long next = System.nanoTime();

    /** Looks, where it has not just looked. */
    void look(Process run) {
        if (System.nanoTime() < next) {
            return;
        }
        next = System.nanoTime() + EVERY.toNanos();
        run.descendants().filter(child -> !known.containsKey(child.pid())).forEach(child -> {
            String line = Processes.commandLine(child);
            boolean page = line.contains("--type=renderer");
            Optional<Instant> at = child.info().startInstant();
            if (at.isPresent() && (page || line.contains("NativeRunnerMain"))) {
                known.put(child.pid(), new Birth(page, at.get()));
            }
        });
    }

    List<Birth> all() {
        return List.copyOf(known.values());
    }
}
