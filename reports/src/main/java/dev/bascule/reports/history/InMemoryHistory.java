package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.matrix.CellKey;
import dev.bascule.reports.matrix.Sighting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A history that ends with its process: for tests, and for a user who wants no file. Thread-safe. */
public final class InMemoryHistory implements History {
    private static final Comparator<RunRecord> NEWEST_FIRST =
            Comparator.comparing(RunRecord::startedAt).reversed();

    private final List<RunRecord> runs = new ArrayList<>();

    private record Cell(String machine, CellKey key) {}

    private record Origin(String run, boolean neverBegan) {}

    @Override
    public synchronized void append(RunRecord run) {
        if (runs.stream().anyMatch(known -> known.id().equals(run.id()))) {
            throw new IllegalArgumentException("the history already has a run " + run.id());
        }
        runs.add(0, run);
        runs.sort(NEWEST_FIRST);
    }

    @Override
    public synchronized List<RunHeading> runs(RunFilter filter) {
        return passing(filter).stream().map(RunHeading::of).toList();
    }

    private List<RunRecord> passing(RunFilter filter) {
        return runs.stream()
                .filter(run -> filter.passes(RunHeading.of(run)))
                .limit(filter.limit())
                .toList();
    }

    @Override
    public synchronized Optional<RunRecord> find(String idOrPrefix) {
        List<RunRecord> matching =
                runs.stream().filter(run -> run.id().startsWith(idOrPrefix)).toList();
        return matching.stream()
                .filter(run -> run.id().equals(idOrPrefix) || matching.size() == 1)
                .findFirst();
    }

    @Override
    public synchronized List<Sighting> latestCells(RunFilter filter) {
        List<Sighting> all = passing(filter).stream()
                .flatMap(run -> Sighting.allOf(run).stream())
                .filter(sighting -> sighting.run().verdict() != Verdict.SKIPPED)
                .toList();
        Map<Cell, Origin> newest = new HashMap<>();
        all.stream().filter(Sighting::isTelling).forEach(sighting -> newest.putIfAbsent(cell(sighting), of(sighting)));
        all.forEach(sighting -> newest.putIfAbsent(cell(sighting), of(sighting)));
        return all.stream()
                .filter(sighting -> of(sighting).equals(newest.get(cell(sighting))))
                .toList();
    }

    private static Cell cell(Sighting sighting) {
        return new Cell(sighting.machine().fingerprint(), CellKey.of(sighting.run()));
    }

    private static Origin of(Sighting sighting) {
        return new Origin(sighting.runId(), sighting.run().neverBegan());
    }

    /** Copies the runs into a database without a file, which takes a second or two, and asks that. */
    @Override
    public synchronized QueryResult query(String sql) {
        try (DuckDbHistory copy = DuckDbHistory.inMemory()) {
            runs.forEach(copy::append);
            return copy.query(sql);
        }
    }

    @Override
    public void close() {
        // Nothing is held open.
    }
}
