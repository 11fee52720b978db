package dev.bascule.reports.history;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * What was predicted, which belongs to no run. Belongs to one thread.
 *
 * @param handle the open history
 */
record PredictionTable(Handle handle) {
    static final String NAME = "predictions";

    /** Those that tell anything new, all or none of them. */
    void keep(Collection<MadePrediction> made) throws SQLException {
        take(fresh(all(), made));
    }

    /** All or none of them. */
    void take(Collection<MadePrediction> made) throws SQLException {
        if (!made.isEmpty()) {
            handle.useTransaction(inside -> write(inside, made));
        }
    }

    /** What does not merely repeat the newest of its question. */
    static List<MadePrediction> fresh(List<MadePrediction> known, Collection<MadePrediction> made) {
        Map<MadePrediction.Question, MadePrediction> newest = new HashMap<>();
        known.forEach(one -> newest.put(one.question(), one));
        return made.stream()
                .filter(one -> Optional.ofNullable(newest.put(one.question(), one))
                        .filter(one::repeats)
                        .isEmpty())
                .toList();
    }

    private static void write(Handle handle, Collection<MadePrediction> made) throws SQLException {
        try (Appenders tables = new Appenders(handle)) {
            for (MadePrediction one : made) {
                tables.of(NAME)
                        .row()
                        .add(one.at())
                        .add(one.maker())
                        .add(one.subject().model())
                        .add(one.subject().sha256())
                        .add(one.subject().inputs())
                        .add(one.place().machine())
                        .add(one.place().target())
                        .add(one.place().threads())
                        .add(one.basis().level())
                        .add(one.basis().regime())
                        .add(one.basis().method())
                        .add(one.millis())
                        .real(one.bounds().map(MadePrediction.Bounds::level))
                        .real(one.bounds().map(MadePrediction.Bounds::low))
                        .real(one.bounds().map(MadePrediction.Bounds::high))
                        .add(one.imported())
                        .add(one.figure().name())
                        .end();
            }
        }
    }

    /**
     * The oldest first.
     *
     * @throws IllegalArgumentException where a row says what no prediction can be
     */
    List<MadePrediction> all() {
        return handle.createQuery("SELECT * REPLACE (epoch_ns(made_at) AS made_at) FROM predictions ORDER BY ALL")
                .map(Row.each(row -> new MadePrediction(
                        row.instant("made_at"),
                        row.text("maker"),
                        new MadePrediction.Subject(
                                row.text("model_name"), row.text("model_sha256"), row.text("inputs")),
                        new MadePrediction.Place(row.text("machine"), row.text("target"), row.integer("threads")),
                        new MadePrediction.Basis(row.text("level"), row.text("regime"), row.text("method")),
                        row.constant(MadePrediction.Figure.class, "figure"),
                        row.real("millis"),
                        row.has("interval_level")
                                ? Optional.of(new MadePrediction.Bounds(
                                        row.real("interval_level"), row.real("low_millis"), row.real("high_millis")))
                                : Optional.empty(),
                        row.flag("imported"))))
                .list();
    }
}
