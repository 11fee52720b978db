package dev.bascule.fallback.runner;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Browser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** Launches {@link ScriptedRunner}s, or fails to, and keeps count of what was left behind. Thread-safe. */
public final class ScriptedLauncher implements Launcher {
    private final IntFunction<ScriptedRunner> runners;
    private final Optional<Browser> browser;
    private final Optional<Failure> failure;
    private volatile long bytes;
    private final List<Launched> launched = new ArrayList<>();

    private ScriptedLauncher(
            IntFunction<ScriptedRunner> runners, Optional<Browser> browser, Optional<Failure> failure) {
        this.runners = runners;
        this.browser = browser;
        this.failure = failure;
    }

    /** @param runners from the number of the launch, from 0, to its runner: so that a second one may behave otherwise */
    public static ScriptedLauncher of(IntFunction<ScriptedRunner> runners) {
        return new ScriptedLauncher(runners, Optional.empty(), Optional.empty());
    }

    /** Nothing starts, for this reason. */
    public static ScriptedLauncher broken(Failure failure) {
        return new ScriptedLauncher(
                number -> ScriptedRunner.named("never").build(), Optional.empty(), Optional.of(failure));
    }

    public ScriptedLauncher inBrowser(Browser inside) {
        return new ScriptedLauncher(runners, Optional.of(inside), failure);
    }

    /** What each of its processes takes from now on; unknown before. */
    public ScriptedLauncher taking(long each) {
        bytes = each;
        return this;
    }

    @Override
    public String id() {
        return "scripted";
    }

    @Override
    public synchronized Launch launch(RunnerGateway gateway, Duration timeout) {
        if (failure.isPresent()) {
            return new Launch.NotStarted(failure.get());
        }
        Launched fresh = new Launched(this, runners.apply(launched.size()));
        launched.add(fresh);
        return new Launch.Started(fresh);
    }

    /** Everything launched or recycled so far, in order. */
    public synchronized List<Launched> launched() {
        return List.copyOf(launched);
    }

    /** Processes neither closed nor killed. */
    public synchronized long alive() {
        return launched.stream().filter(one -> !one.runner.isGone()).count();
    }

    /** One launch. */
    public static final class Launched implements LaunchedRunner {
        private final ScriptedLauncher launcher;
        private final ScriptedRunner runner;
        private volatile boolean killed;

        private Launched(ScriptedLauncher launcher, ScriptedRunner runner) {
            this.launcher = launcher;
            this.runner = runner;
        }

        @Override
        public ScriptedRunner runner() {
            return runner;
        }

        @Override
        public Optional<Browser> browser() {
            return launcher.browser;
        }

        @Override
        public Optional<MemoryMeter> memory() {
            long taken = launcher.bytes;
            return taken == 0 ? Optional.empty() : Optional.of(reading(taken));
        }

        private static MemoryMeter reading(long taken) {
            return new MemoryMeter() {
                @Override
                public void restart() {
                    // It has no peak.
                }

                @Override
                public Reading read() {
                    Map<String, Long> all = Map.of("all", taken);
                    return new Reading(all, all, "as the test says");
                }
            };
        }

        @Override
        public Launch recycle(RunnerGateway gateway, Duration timeout) {
            close();
            return launcher.launch(gateway, timeout);
        }

        @Override
        public void kill() {
            killed = true;
            runner.vanish("killed");
        }

        public boolean wasKilled() {
            return killed;
        }

        @Override
        public void close() {
            runner.close();
        }
    }
}
