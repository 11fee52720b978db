package dev.bascule.execution.source;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns chains into columns. With {@code auto} each backend is found in the best browser that has it, and no further browser
 * is started once one is as good as this machine lets any be; otherwise each browser is a column of its own.
 *
 * @param choice which browsers take part
 * @param browsers the browsers that take part, the preferred one first
 * @param nativeSource the native side
 * @param hardwareGpu whether browsers may find a GPU of this machine
 */
public record ColumnPlanner(
        BrowserChoice choice, List<RunnerSource> browsers, RunnerSource nativeSource, boolean hardwareGpu) {

    private static final int HARDWARE = 0;
    private static final int UNTOLD = 1;
    private static final int SOFTWARE = 2;
    private static final int ABSENT = 3;

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
            throw NoBrowser.exception("no browser was found on this machine, so %s cannot be tried".formatted(chain));
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
        int attainable = attainable(backend);
        RunnerSource best = browsers.get(0);
        int bestRank = Integer.MAX_VALUE;
        for (RunnerSource browser : browsers) {
            if (browsers.size() == 1) {
                return browser;
            }
            int rank = rank(browser.report(backend));
            if (rank < bestRank) {
                best = browser;
                bestRank = rank;
            }
            if (bestRank <= attainable) {
                return best;
            }
        }
        return best;
    }

    /** The best rank that a backend can have here: without a GPU, WebGPU is a software one at best. */
    private int attainable(Backend backend) {
        if (!backend.equals(Backends.WEBGPU)) {
            return UNTOLD;
        }
        return hardwareGpu ? HARDWARE : SOFTWARE;
    }

    /** Hardware before what does not tell, that before software and what lacks something, those before nothing. */
    static int rank(BackendReport report) {
        if (report.status() == BackendStatus.MISSING || report.status() == BackendStatus.CRASHED) {
            return ABSENT;
        }
        return report.software()
                .map(software -> software ? SOFTWARE : HARDWARE)
                .orElse(report.status() == BackendStatus.OK ? UNTOLD : SOFTWARE);
    }
}
