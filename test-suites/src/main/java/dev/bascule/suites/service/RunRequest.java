package dev.bascule.suites.service;

import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.util.List;
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
 */
public record RunRequest(
        String id,
        String suite,
        String suiteHash,
        long seed,
        String command,
        List<SuiteCase> cases,
        BrowserSetup setup,
        int retries) {

    public RunRequest {
        cases = List.copyOf(cases);
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
        return new RunRequest(id, suite, suiteHash, seed, command, cases, other, retries);
    }

    public BrowserChoice browsers() {
        return setup.choice();
    }

    public Optional<Path> browserBinary() {
        return setup.binary();
    }
}
