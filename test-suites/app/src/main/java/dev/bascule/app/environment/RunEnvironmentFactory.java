package dev.bascule.app.environment;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;

/** The factory of a run's environment; tests put scripted runners on theirs. */
@FunctionalInterface
public interface RunEnvironmentFactory {

    RunEnvironment open(RunRequest request, TimeBreakdown times, RunListener listener);
}
