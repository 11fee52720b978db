package dev.bascule.cli.serve;

import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.reports.history.MatrixPage;
import dev.bascule.reports.history.TimedAttempt;
import dev.bascule.reports.matrix.CellKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What rows and columns of the matrix are to predictions: a model fed inputs of certain shapes, on so many threads, and a target
 * in one version. The matrix does not say; the attempts do that are behind its cells. Immutable.
 */
final class MatrixPlaces {
    /** As {@link CellKey} has it: the one setting that tells where, not what. */
    private static final String DEVICE = "device";

    private final Map<RowOf, Fed> rows;
    private final Map<ColumnOf, String> targets;
    private final Set<Place> measured;

    private record RowOf(String sha256, SortedMap<String, String> settings) {}

    private record ColumnOf(String machine, String column) {}

    /** @param inputs all that a row was fed */
    private record Fed(Set<String> inputs, OptionalInt threads) {
        Fed and(Fed newer) {
            Set<String> both = new TreeSet<>(inputs);
            both.addAll(newer.inputs());
            return new Fed(both, newer.threads().isPresent() ? newer.threads() : threads);
        }
    }

    /** Where a blank of the matrix is, or why nobody can tell. */
    sealed interface Found {}

    /** What is asked for. */
    record Place(PredictedModel.Key model, TargetKey target) implements Found {}

    /** @param reason in one line */
    record Nowhere(String reason) implements Found {}

    private MatrixPlaces(Map<RowOf, Fed> rows, Map<ColumnOf, String> targets, Set<Place> measured) {
        this.rows = Map.copyOf(rows);
        this.targets = Map.copyOf(targets);
        this.measured = Set.copyOf(measured);
    }

    /** @param attempts the oldest first */
    static MatrixPlaces of(List<TimedAttempt> attempts) {
        Map<RowOf, Fed> rows = new HashMap<>();
        Map<ColumnOf, String> targets = new HashMap<>();
        Set<Place> measured = new HashSet<>();
        for (TimedAttempt attempt : attempts) {
            SortedMap<String, String> settings = new TreeMap<>(attempt.subject().settings());
            settings.remove(DEVICE);
            if (!attempt.subject().inputs().isBlank()) {
                rows.merge(
                        new RowOf(attempt.subject().sha256(), settings),
                        new Fed(Set.of(attempt.subject().inputs()), attempt.threads()),
                        Fed::and);
            }
            targets.put(
                    new ColumnOf(attempt.origin().machine(), CellKey.column(attempt.target())),
                    attempt.target().id());
            if (attempt.costs().measured().size() > 0 && HistoryData.isUsual(attempt)) {
                measured.add(place(attempt));
            }
        }
        return new MatrixPlaces(rows, targets, measured);
    }

    private static Place place(TimedAttempt attempt) {
        return new Place(
                new PredictedModel.Key(
                        attempt.subject().sha256(), attempt.subject().inputs()),
                HistoryData.target(attempt));
    }

    /** Whether any run of the history has a time of it there. */
    boolean isMeasured(Place place) {
        return measured.contains(place);
    }

    /** Of a column that is no chain. */
    Found find(MatrixPage.Row row, MatrixPage.Column column) {
        if (column.device().isPresent()) {
            return new Nowhere("the data do not tell a backend's devices apart");
        }
        if (!HistoryData.isUsual(row.settings())) {
            return new Nowhere("times are predicted of usual settings but for threads, batch and sizes");
        }
        Optional<String> target = Optional.ofNullable(targets.get(new ColumnOf(column.machine(), column.key())));
        if (target.isEmpty()) {
            return new Nowhere("no model was timed there");
        }
        Optional<Fed> fed = Optional.ofNullable(rows.get(new RowOf(row.sha256(), row.settings())));
        if (fed.isEmpty()) {
            return new Nowhere("nothing tells its inputs: it was not timed anywhere with these settings");
        }
        if (fed.get().inputs().size() > 1) {
            return new Nowhere(
                    "it was fed inputs of several shapes with these settings, and nothing tells which are meant");
        }
        return new Place(
                new PredictedModel.Key(
                        row.sha256(), fed.get().inputs().iterator().next()),
                new TargetKey(
                        column.machine(), target.get(), fed.get().threads().orElse(1)));
    }
}
