package dev.bascule.execution.service;

import dev.bascule.execution.machine.OwnAddresses;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that one invocation asks for. Immutable.
 *
 * @param invocation which run it is, and of what
 * @param cases the cases selected; never empty
 * @param setup which browsers take part, and how they are started
 * @param retries new attempts in a clean browser or process, after the first pass, for each attempt that failed
 * @param whenBusy what to do when somebody else measures on this machine
 * @param workers how much untimed work is done side by side, at least 1
 * @param fetched how long the network took to bring models that had to be looked into before the run could be asked for, by
 *     reference: they belong to the run, though its own look finds them in the cache
 */
public record RunRequest(
        Invocation invocation,
        List<SuiteCase> cases,
        BrowserSetup setup,
        int retries,
        WhenBusy whenBusy,
        int workers,
        Map<String, Duration> fetched) {

    /** Where nobody says. */
    public static final int WORKERS = 3;

    public RunRequest {
        cases = List.copyOf(cases);
        fetched = Map.copyOf(fetched);
        if (workers < 1) {
            throw new IllegalArgumentException("somebody has to do it: " + workers);
        }
    }

    /** One that waits for its turn on the machine, with as many workers as usual. */
    public RunRequest(Invocation invocation, List<SuiteCase> cases, BrowserSetup setup, int retries) {
        this(invocation, cases, setup, retries, WhenBusy.WAIT, WORKERS, Map.of());
    }

    public String id() {
        return invocation.id();
    }

    public RunRequest with(BrowserSetup other) {
        return new RunRequest(invocation, cases, other, retries, whenBusy, workers, fetched);
    }

    public RunRequest with(WhenBusy wanted) {
        return new RunRequest(invocation, cases, setup, retries, wanted, workers, fetched);
    }

    /** The same for other cases. */
    public RunRequest with(List<SuiteCase> others) {
        return new RunRequest(invocation, others, setup, retries, whenBusy, workers, fetched);
    }

    /** How long that took in all. */
    public Duration fetchedFor() {
        return fetched.values().stream().reduce(Duration.ZERO, Duration::plus);
    }

    /** Whether anything of it is measured on this machine, and not in the browsers of a Grid elsewhere. */
    public boolean isMeasuredHere() {
        boolean elsewhere =
                (setup.choice() instanceof BrowserChoice.Grid || setup.choice() instanceof BrowserChoice.None)
                        && setup.binary().isEmpty()
                        && setup.remote()
                                .grid()
                                .flatMap(grid -> Optional.ofNullable(grid.getHost()))
                                .filter(host -> !OwnAddresses.has(host))
                                .isPresent();
        return !elsewhere
                || cases.stream()
                        .anyMatch(one -> one.isComparedWithNative()
                                || !one.scenarios().isEmpty()
                                || one.chains().stream()
                                        .flatMap(chain -> chain.rungs().stream())
                                        .anyMatch(backend -> backend.side() == Side.NATIVE));
    }

    /** All of its cells, as if none had been run: which browsers they would be in is not known yet. */
    public List<UnrunCell> unrun() {
        return cases.stream()
                .flatMap(one -> one.chains().stream().map(chain -> new UnrunCell(one.id(), chain, List.of())))
                .toList();
    }
}
