package dev.bascule.suites.execution;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import dev.bascule.suites.service.BrowserChoice;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns chains into columns. With {@code auto} each backend is found in the best browser that has it; otherwise each
 * browser is a column of its own.
 *
 * @param choice which browsers take part
 * @param browsers the browsers that take part, the preferred one first
 * @param nativeSource the native side
 */
public record ColumnPlanner(BrowserChoice choice, List<RunnerSource> browsers, RunnerSource nativeSource) {

    public ColumnPlanner {
        browsers = List.copyOf(browsers);
    }

    /** The columns that this chain becomes; none for a browser chain when no browser was wanted. */
    public List<Column> columns(Chain chain) {
        if (chain.first().side() == Side.NATIVE) {
            return List.of(column(chain, nativeSource));
        }
        if (choice instanceof BrowserChoice.None) {
            return List.of();
        }
        if (browsers.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NO_BROWSER,
                    "no browser was found on this machine, so %s cannot be tried".formatted(chain));
        }
        if (choice instanceof BrowserChoice.Auto) {
            Map<Backend, RunnerSource> best = new LinkedHashMap<>();
            chain.rungs().forEach(backend -> best.put(backend, best(backend)));
            return List.of(new Column(chain, best));
        }
        return browsers.stream().map(browser -> column(chain, browser)).toList();
    }

    private static Column column(Chain chain, RunnerSource source) {
        Map<Backend, RunnerSource> sources = new LinkedHashMap<>();
        chain.rungs().forEach(backend -> sources.put(backend, source));
        return new Column(chain, sources);
    }

    private RunnerSource best(Backend backend) {
        if (browsers.size() == 1) {
            return browsers.get(0);
        }
        return browsers.stream()
                .min(Comparator.comparingInt(source -> rank(source.report(backend))))
                .orElseThrow();
    }

    /** Hardware before what does not tell, that before software, that before nothing. */
    static int rank(BackendReport report) {
        if (report.status() == BackendStatus.MISSING || report.status() == BackendStatus.CRASHED) {
            return 3;
        }
        return report.software().map(software -> software ? 2 : 0).orElse(1);
    }
}
