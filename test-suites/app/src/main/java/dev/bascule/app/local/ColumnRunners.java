package dev.bascule.app.local;

import dev.bascule.execution.Place;
import dev.bascule.execution.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.studies.conformance.PackSource;
import java.util.Optional;

/** One browser, or the native side, as the columns of a conformance run use it one after the other. Belongs to one thread. */
final class ColumnRunners implements PackSource {
    private final RunnerSource source;
    private final Backend backend;
    private Optional<LaunchedRunner> current = Optional.empty();

    ColumnRunners(Place place) {
        this.source = place.source();
        this.backend = place.backend();
    }

    @Override
    public Launcher.Launch runner() {
        return current.<Launcher.Launch>map(Launcher.Launch.Started::new).orElseGet(() -> keep(source.take(backend)));
    }

    @Override
    public Launcher.Launch fresh() {
        return keep(current.map(source::recycle).orElseGet(() -> source.take(backend)));
    }

    private Launcher.Launch keep(Launcher.Launch launch) {
        current =
                launch instanceof Launcher.Launch.Started started ? Optional.of(started.launched()) : Optional.empty();
        return launch;
    }

    @Override
    public void discard(LaunchedRunner runner) {
        runner.kill();
        source.release(runner);
        current = Optional.empty();
    }

    /** Another backend's cases are next: they do not meet what these left behind. */
    void endColumn() {
        if (source.side() == Side.BROWSER) {
            current.ifPresent(runner -> fresh());
        } else {
            // Another native backend stands on other libraries.
            current.ifPresent(source::release);
            current = Optional.empty();
        }
    }

    /** What may use the same runners one after the other: the columns of a browser, a native backend's. */
    static Object shared(Place place) {
        return place.source().side() == Side.BROWSER ? place.source() : place;
    }
}
