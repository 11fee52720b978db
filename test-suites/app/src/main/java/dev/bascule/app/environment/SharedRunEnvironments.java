package dev.bascule.app.environment;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.target.Machine;
import java.time.Clock;
import java.util.Optional;

/**
 * A factory that lends one run environment to one run after the other, so that browsers and children that serve one suite
 * serve the next. Each run has references and errors of its own. Browsers that are set up otherwise are started anew. Belongs
 * to one thread.
 */
public final class SharedRunEnvironments implements RunEnvironmentFactory, AutoCloseable {
    private final RunEnvironmentFactory factory;
    private final Clock clock;
    private Optional<Held> held = Optional.empty();

    /** @param factory makes the run environments that are lent */
    public SharedRunEnvironments(RunEnvironmentFactory factory, Clock clock) {
        this.factory = factory;
        this.clock = clock;
    }

    /** @param setup what its browsers were started for */
    private record Held(RunEnvironment environment, BrowserSetup setup) {}

    @Override
    public RunEnvironment open(RunRequest request, TimeBreakdown times, RunListener listener) {
        BrowserSetup wanted = effective(request);
        Optional<Held> fitting = held.filter(one -> fits(one.setup(), wanted));
        if (fitting.isEmpty()) {
            close();
            held = Optional.of(new Held(factory.open(request, times, listener), wanted));
        }
        return new LentRunEnvironment(held.orElseThrow().environment(), times, clock);
    }

    /** The machine that runs are on, once there was one. */
    public Optional<Machine> machine() {
        return held.map(one -> one.environment().machine());
    }

    /** No browser is started for native targets alone. */
    private static BrowserSetup effective(RunRequest request) {
        boolean any = request.cases().stream()
                .flatMap(wanted -> wanted.chains().stream())
                .anyMatch(chain -> chain.first().side() == Side.BROWSER);
        return any ? request.setup() : request.setup().withChoice(new BrowserChoice.None());
    }

    private static boolean fits(BrowserSetup there, BrowserSetup wanted) {
        return there.equals(wanted)
                || (wanted.choice() instanceof BrowserChoice.None
                        && there.withChoice(new BrowserChoice.None()).equals(wanted));
    }

    /** Ends what is lent. */
    @Override
    public void close() {
        Optional<Held> ending = held;
        held = Optional.empty();
        ending.ifPresent(one -> one.environment().close());
    }
}
