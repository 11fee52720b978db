package dev.bascule.reports.history;

import java.nio.file.Path;
import java.util.List;

/**
 * What an import did, source by source. Immutable.
 */
public record ImportResult(List<Source> sources) {

    public ImportResult {
        sources = List.copyOf(sources);
    }

    /**
     * @param path as named
     * @param added runs that were not here
     * @param known runs that were here already, the same
     */
    public record Source(Path path, int added, int known) {}

    public int added() {
        return sources.stream().mapToInt(Source::added).sum();
    }

    public int known() {
        return sources.stream().mapToInt(Source::known).sum();
    }
}
