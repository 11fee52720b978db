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
 * @param browsers which browsers take part
 * @param browserBinary a browser's executable to use instead of those found
 */
public record RunRequest(
        String id,
        String suite,
        String suiteHash,
        long seed,
        String command,
        List<SuiteCase> cases,
        BrowserChoice browsers,
        Optional<Path> browserBinary) {

    public RunRequest {
        cases = List.copyOf(cases);
    }
}
