package dev.bascule.fallback.runner;

import dev.bascule.fallback.evidence.HostView.Reach;
import dev.bascule.fallback.target.Browser;
import java.util.Map;
import java.util.Optional;

/** A runner with the processes behind it. Thread-safe. */
public interface LaunchedRunner extends AutoCloseable {

    Runner runner();

    /** The browser it is a page of; empty for a native child. */
    Optional<Browser> browser();

    /**
     * A fresh page or session in the same process, where that is cheaper than a new process and the process is sound;
     * the old runner is closed.
     */
    Launcher.Launch recycle(RunnerGateway gateway, java.time.Duration timeout);

    /** Reads the memory of its processes; empty where they are out of reach, as on another device. */
    default Optional<MemoryMeter> memory() {
        return Optional.empty();
    }

    /** How much of its processes the host can see. */
    default Reach reach() {
        return Reach.SEEN;
    }

    /**
     * What the browser says of its graphics beyond the page's APIs, by name: driver, backend of its GPU process, libraries
     * that its processes have mapped. May take seconds and have the browser load drivers that it has no other use for: not
     * for a runner on which something is timed afterwards. Never throws.
     */
    default Map<String, String> internals() {
        return Map.of();
    }

    /** As much of it as can be had at once, without a change in any of its processes. Never throws. */
    default Map<String, String> graphicsInfo() {
        return Map.of();
    }

    /** Kills the whole process tree at once, from outside, whatever state it is in. Never blocks for long, never throws. */
    void kill();

    /** Lets it go in good order, and kills what has not left after some seconds. Leaves no process and no profile behind. */
    @Override
    void close();
}
