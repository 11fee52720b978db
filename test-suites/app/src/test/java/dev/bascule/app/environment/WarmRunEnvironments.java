package dev.bascule.app.environment;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.HiddenParts;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Real run environments of this machine, lent to the tests of a JVM one after the other, whatever their class: browsers and children that
 * served one serve the next, as in a run of several suites. Not where starts, ends or interrupts are what is tested. For one thread.
 */
public final class WarmRunEnvironments implements RunEnvironmentFactory, BeforeAllCallback {
    private Optional<Kept> kept = Optional.empty();

    @Override
    public void beforeAll(ExtensionContext context) {
        // The root ends with each class where a build's JVM is given one after the other.
        kept = Optional.of(context.getStore(
                        ExtensionContext.StoreScope.LAUNCHER_SESSION,
                        ExtensionContext.Namespace.create(WarmRunEnvironments.class))
                .getOrComputeIfAbsent(Kept.class, type -> new Kept(), Kept.class));
    }

    @Override
    public RunEnvironment open(RunRequest request, TimeBreakdown times, RunListener listener) {
        return kept.orElseThrow().open(request, times, listener);
    }

    /** With the browser that a run takes by itself, whose runners are asked directly. */
    public RunEnvironment withBrowser() {
        SuiteCase any = new SuiteCase(
                CaseId.of("warm", "model", "any", Map.of()),
                new SuiteModel("zoo:bert-micro", "bert-micro", SuiteModel.Feed.NONE),
                RunSettings.DEFAULT,
                List.of(Chain.of(Backends.WASM)),
                Comparisons.OFF);
        return open(
                new RunRequest(
                        new Invocation("warm", "warm", "0".repeat(64), 1, "bascule run"),
                        List.of(any),
                        BrowserSetup.of(new BrowserChoice.Auto()),
                        0),
                new TimeBreakdown(),
                RunListener.silent());
    }

    /** What a JVM has open, until it ends. */
    private static final class Kept implements AutoCloseable {
        private final SharedRunEnvironments shared = new SharedRunEnvironments(
                (request, times, listener) ->
                        LocalRunEnvironments.ofThisMachine().open(request, times, listener),
                Clock.systemUTC());

        private String without = "";

        /** This machine is looked at when something is opened: a test that is shown other parts of it has that done anew. */
        RunEnvironment open(RunRequest request, TimeBreakdown times, RunListener listener) {
            String hidden = System.getProperty(HiddenParts.PROPERTY, "");
            if (!hidden.equals(without)) {
                shared.close();
                without = hidden;
            }
            return shared.open(request, times, listener);
        }

        @Override
        public void close() {
            shared.close();
        }
    }
}
