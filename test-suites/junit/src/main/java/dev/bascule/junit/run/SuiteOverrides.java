package dev.bascule.junit.run;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a test says of its suite in place of the suite itself. Parameters and the environment go before it. Immutable.
 *
 * @param backends to be measured each on its own; the suite's where none are named
 * @param chains fallback chains; the suite's where neither backends nor chains are named
 * @param browsers as {@code --browsers} takes them
 * @param filters globs on case ids
 * @param expectations files of known failures
 */
public record SuiteOverrides(
        List<Backend> backends,
        List<Chain> chains,
        Optional<String> browsers,
        List<String> filters,
        List<String> expectations) {

    /** The suite as it is. */
    public static final SuiteOverrides NONE =
            new SuiteOverrides(List.of(), List.of(), Optional.empty(), List.of(), List.of());

    public SuiteOverrides {
        backends = List.copyOf(backends);
        chains = List.copyOf(chains);
        filters = List.copyOf(filters);
        expectations = List.copyOf(expectations);
    }

    /** Reads backends and chains by their words. */
    public static SuiteOverrides of(
            List<String> backends,
            List<String> chains,
            Optional<String> browsers,
            List<String> filters,
            List<String> expectations) {
        Backends known = Backends.installed();
        return new SuiteOverrides(
                backends.stream().map(known::require).toList(),
                chains.stream().map(text -> Chain.parse(text, known)).toList(),
                browsers,
                filters,
                expectations);
    }

    /** Whether it names where to run. */
    boolean aims() {
        return !backends.isEmpty() || !chains.isEmpty();
    }

    public SuiteOverrides withBackends(List<String> words) {
        return new SuiteOverrides(
                words.stream().map(Backends.installed()::require).toList(), chains, browsers, filters, expectations);
    }

    public SuiteOverrides withChain(String text) {
        return new SuiteOverrides(
                backends,
                Stream.concat(chains.stream(), Stream.of(Chain.parse(text, Backends.installed())))
                        .toList(),
                browsers,
                filters,
                expectations);
    }

    public SuiteOverrides withBrowsers(String words) {
        return new SuiteOverrides(backends, chains, Optional.of(words), filters, expectations);
    }

    public SuiteOverrides withFilters(List<String> globs) {
        return new SuiteOverrides(backends, chains, browsers, globs, expectations);
    }

    public SuiteOverrides withExpectations(List<String> files) {
        return new SuiteOverrides(backends, chains, browsers, filters, files);
    }
}
