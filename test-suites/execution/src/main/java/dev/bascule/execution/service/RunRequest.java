package dev.bascule.execution.service;

import dev.bascule.execution.machine.OwnAddresses;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.fallback.attempt.UnrunCell;
import dev.bascule.fallback.backend.Side;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that one invocation asks for. Immutable.
 *
 * @param id of the run, unique
 * @param suite the suite's name; joined with {@code +} where there are several
 * @param suiteHash SHA-256 over the suites' text
 * @param seed of generated inputs and of resampling
 * @param command as the user typed it
 * @param cases the cases selected; never empty
 * @param setup which browsers take part, and how they are started
 * @param retries new attempts in a clean browser or process, after the first pass, for each attempt that failed
 * @param whenBusy what to do when somebody else measures on this machine
 * @param workers how much untimed work is done side by side, at least 1
 * @param fetched how long the network took to bring models that had to be looked into before the run could be asked for, by
 *     reference: they belong to the run, though its own look finds them in the cache
 */
public record RunRequest(
        String id,
        String suite,
        String suiteHash,
        long seed,
        String command,
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

    /** One for which nothing was fetched before. */
    public RunRequest(
            String id,
            String suite,
            String suiteHash,
            long seed,
            String command,
            List<SuiteCase> cases,
            BrowserSetup setup,
            int retries,
            WhenBusy whenBusy,
            int workers) {
        this(id, suite, suiteHash, seed, command, cases, setup, retries, whenBusy, workers, Map.of());
    }

    /** One with as many workers as usual. */
    public RunRequest(
            String id,
            String suite,
            String suiteHash,
            long seed,
            String command,
            List<SuiteCase> cases,
            BrowserSetup setup,
            int retries,
            WhenBusy whenBusy) {
        this(id, suite, suiteHash, seed, command, cases, setup, retries, whenBusy, WORKERS);
    }

    /** One that waits for its turn on the machine. */
    public RunRequest(
            String id,
            String suite,
            String suiteHash,
            long seed,
            String command,
            List<SuiteCase> cases,
            BrowserSetup setup,
            int retries) {
        this(id, suite, suiteHash, seed, command, cases, setup, retries, WhenBusy.WAIT);
    }

    /** One with browsers as they usually start, and a retry. */
    public RunRequest(
            String id,
            String suite,
            String suiteHash,
            long seed,
            String command,
            List<SuiteCase> cases,
            BrowserChoice browsers,
            Optional<Path> browserBinary) {
        this(id, suite, suiteHash, seed, command, cases, BrowserSetup.of(browsers, browserBinary), 1);
    }

    public RunRequest with(BrowserSetup other) {
        return new RunRequest(id, suite, suiteHash, seed, command, cases, other, retries, whenBusy, workers, fetched);
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
                        && setup.grid()
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

    public BrowserChoice browsers() {
        return setup.choice();
    }

    public Optional<Path> browserBinary() {
        return setup.binary();
    }
}
