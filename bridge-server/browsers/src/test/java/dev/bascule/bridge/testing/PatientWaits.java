package dev.bascule.bridge.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Lets a test that awaits something wait for as long as a machine may take that other tests keep busy; Awaitility's own ten
 * seconds are too few. What comes at once is not waited for any longer. Thread-safe.
 */
public final class PatientWaits implements TestExecutionListener {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        Awaitility.setDefaultTimeout(PATIENCE);
    }
}
