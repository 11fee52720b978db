package dev.bascule.execution.source;

import dev.bascule.execution.session.RunnerSupply;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher.Launch;
import dev.bascule.fallback.runner.RunnerGateway;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The runners of a {@link RunnerSource} that are in somebody's hands, so that its end is theirs, too. Thread-safe. */
final class LiveRunners {
    private final RunnerGateway gateway;
    private final Duration launchTimeout;
    private final Set<LaunchedRunner> runners = ConcurrentHashMap.newKeySet();

    LiveRunners(RunnerGateway gateway, Duration launchTimeout) {
        this.gateway = gateway;
        this.launchTimeout = launchTimeout;
    }

    /** Runners that are started in this way, and known here until they are released. */
    RunnerSupply supply(Supplier<Launch> starting) {
        return new RunnerSupply() {
            @Override
            public Launch launch() {
                return keep(starting.get());
            }

            @Override
            public Launch recycle(LaunchedRunner used) {
                Launch launch = used.recycle(gateway, launchTimeout);
                if (launch instanceof Launch.Started started && started.launched() == used) {
                    return launch;
                }
                release(used);
                return keep(launch);
            }

            @Override
            public void release(LaunchedRunner used) {
                runners.remove(used);
                used.close();
            }
        };
    }

    private Launch keep(Launch launch) {
        if (launch instanceof Launch.Started started) {
            runners.add(started.launched());
        }
        return launch;
    }

    /** What closes them, to be run side by side; then {@link #forget} them. */
    List<Runnable> closing() {
        return runners.stream().<Runnable>map(runner -> runner::close).toList();
    }

    /** What they take. */
    long memoryBytes() {
        return bytes(runners);
    }

    static long bytes(Collection<LaunchedRunner> all) {
        return all.stream()
                .flatMap(runner -> runner.memory().stream())
                .mapToLong(meter -> meter.read().currentTotal())
                .sum();
    }

    void forget() {
        runners.clear();
    }

    void kill() {
        runners.forEach(LaunchedRunner::kill);
    }
}
