package dev.bascule.studies.conformance;

import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.time.Duration;
import java.util.List;

/**
 * Everything that one conformance run asks for. Immutable.
 *
 * @param invocation which run it is, and of what
 * @param cases the cases selected, in the order in which they are to be run
 * @param backends ids of the backends, one column for each and browser
 * @param setup which browsers take part, and how they are started
 * @param workers engines side by side in one page
 * @param caseLimit for one case
 * @param whenBusy what to do when somebody measures on this machine
 */
public record ConformanceRequest(
        Invocation invocation,
        ConformanceCases cases,
        List<String> backends,
        BrowserSetup setup,
        int workers,
        Duration caseLimit,
        WhenBusy whenBusy) {
    public ConformanceRequest {
        backends = List.copyOf(backends);
    }

    /** One that waits for its turn on the machine. */
    public ConformanceRequest(
            Invocation invocation,
            ConformanceCases cases,
            List<String> backends,
            BrowserSetup setup,
            int workers,
            Duration caseLimit) {
        this(invocation, cases, backends, setup, workers, caseLimit, WhenBusy.WAIT);
    }

    public String id() {
        return invocation.id();
    }
}
