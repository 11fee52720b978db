package dev.bascule.fallback.fuzz;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The process of one target: Jazzer fuzzes one a JVM. Ends with 1 on a finding, and with 2 where nothing ran. */
public final class FuzzChild {
    private FuzzChild() {}

    /** @param args the name of the target's class */
    public static void main(String[] args) throws ClassNotFoundException {
        Listener listener = new Listener();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(Class.forName(args[0])))
                // Bascule's own engine is on the class path of some modules, and would run its suites.
                .filters(EngineFilter.includeEngines("junit-jupiter"))
                .build();
        LauncherFactory.create().execute(request, listener);
        System.exit(listener.failed ? 1 : listener.ran ? 0 : 2);
    }

    private static final class Listener implements TestExecutionListener {
        private boolean ran;
        private boolean failed;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            ran |= test.isTest();
            if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                failed = true;
                result.getThrowable().ifPresent(e -> {
                    System.err.printf("%s of '%s': %s%n", FuzzLog.FAILED, test.getDisplayName(), e);
                    e.printStackTrace();
                });
            }
        }
    }
}
