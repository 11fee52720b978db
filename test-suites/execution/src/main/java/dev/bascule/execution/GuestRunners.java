package dev.bascule.execution;

import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The runners of a {@link RunnerSource} that were lent out of its lanes, so that its end is theirs, too. Thread-safe. */
final class GuestRunners {
    private final Set<LaunchedRunner> runners = ConcurrentHashMap.newKeySet();

    /** Remembers a runner that was started for somebody. */
    Launcher.Launch keep(Launcher.Launch launch) {
        if (launch instanceof Launcher.Launch.Started started) {
            runners.add(started.launched());
        }
        return launch;
    }

    /** A fresh page in the process of a runner, or a new process in its place. */
    Launcher.Launch recycle(LaunchedRunner guest, RunnerGateway gateway, Duration launchTimeout) {
        Launcher.Launch launch = guest.recycle(gateway, launchTimeout);
        if (launch instanceof Launcher.Launch.Started started && started.launched() == guest) {
            return launch;
        }
        release(guest);
        return keep(launch);
    }

    void release(LaunchedRunner guest) {
        runners.remove(guest);
        guest.close();
    }

    /** What closes them, to be run side by side; then {@link #forget} them. */
    List<Runnable> closing() {
        return runners.stream().<Runnable>map(guest -> guest::close).toList();
    }

    void forget() {
        runners.clear();
    }

    void kill() {
        runners.forEach(LaunchedRunner::kill);
    }
}
