package dev.bascule.app.environment;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import java.time.Clock;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Real run environments of this machine, lent to the tests of a class one after the other: browsers and children that served one serve the
 * next, as in a run of several suites. Not where starts, ends or interrupts are what is tested. For one thread.
 */
public final class WarmRunEnvironments implements RunEnvironmentFactory, AfterAllCallback {
    // This machine is looked at when something is opened: which of its parts a test sees is settled by then.
    private final SharedRunEnvironments shared;

    public WarmRunEnvironments() {
        this((request, times, listener) -> LocalRunEnvironments.ofThisMachine().open(request, times, listener));
    }

    /** @param factory makes what is lent */
    public WarmRunEnvironments(RunEnvironmentFactory factory) {
        shared = new SharedRunEnvironments(factory, Clock.systemUTC());
    }

    @Override
    public RunEnvironment open(RunRequest request, TimeBreakdown times, RunListener listener) {
        return shared.open(request, times, listener);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        shared.close();
    }
}
