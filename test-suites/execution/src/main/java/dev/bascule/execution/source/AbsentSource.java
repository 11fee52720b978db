package dev.bascule.execution.source;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import java.time.Duration;
import java.util.List;

/** Makes sources of what is not there. Stateless. */
public final class AbsentSource {
    private AbsentSource() {}

    /** Nothing of it ever starts, for this reason. */
    public static RunnerSource of(String name, Side side, Failure why) {
        return new RunnerSource(
                name,
                side,
                new AbsentLauncher(why),
                (runner, locator) -> {
                    throw new IllegalStateException("nothing is started that could join");
                },
                Duration.ZERO,
                new TimeBreakdown());
    }

    /**
     * Stands in for the browsers of a machine that has none, or none that can be started, so that what else was asked for
     * runs.
     */
    public static RunnerSource browser(List<Failure> defects) {
        return of(
                "no browser",
                Side.BROWSER,
                defects.stream()
                        .findFirst()
                        .orElseGet(() -> NoBrowser.failure("no browser was found on this machine")));
    }

    private record AbsentLauncher(Failure why) implements Launcher {
        @Override
        public String id() {
            return "none";
        }

        @Override
        public Launch launch(RunnerGateway gateway, Duration timeout) {
            return new Launch.NotStarted(why);
        }
    }
}
