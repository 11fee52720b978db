package dev.bascule.reports.history;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.quantization.ChangedLayer;
import dev.bascule.reports.quantization.Estimate;
import dev.bascule.reports.quantization.MeasuredTarget;
import dev.bascule.reports.quantization.MeasuredTarget.LossKind;
import dev.bascule.reports.quantization.MeasuredVariant;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.quantization.SmallerModel;
import dev.bascule.reports.quantization.WeightCounts;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;

/**
 * Reads models that were made smaller back. Belongs to one thread.
 *
 * @param handle the open history
 */
record QuantizationReader(Handle handle) {

    /** The newest first. */
    List<QuantizationHeading> headings() {
        Map<Long, List<QuantizationHeading.Target>> targets = new HashMap<>();
        handle.createQuery("SELECT quantization_id, target, advised, keeps FROM quantization_targets"
                        + " ORDER BY quantization_id, position")
                .map(Row.each(row -> Map.entry(
                        row.number("quantization_id"),
                        new QuantizationHeading.Target(
                                row.text("target"), row.optionalText("advised"), row.flag("keeps")))))
                .forEach(one -> targets.computeIfAbsent(one.getKey(), id -> new ArrayList<>())
                        .add(one.getValue()));
        return handle.createQuery("""
                        SELECT id, command_id, epoch_ns(began_at) AS at, model, data, interrupted, imported, (
                            SELECT count(*) FROM quantization_variants v
                            WHERE v.quantization_id = r.id AND v.position > 0 AND v.refused IS NULL) AS made
                        FROM quantization_runs r ORDER BY began_at DESC, command_id DESC
                        """)
                .map(Row.each(row -> new QuantizationHeading(
                        row.text("command_id"),
                        row.instant("at"),
                        row.text("model"),
                        row.text("data"),
                        row.integer("made"),
                        targets.getOrDefault(row.number("id"), List.of()),
                        row.flag("interrupted"),
                        row.flag("imported"))))
                .list();
    }

    /**
     * What a command made, with every figure.
     *
     * @throws IllegalArgumentException where a row says what cannot be
     */
    Optional<QuantizationRun> run(String command) {
        List<Long> ids = handle.createQuery("SELECT id FROM quantization_runs WHERE command_id = :command")
                .bind("command", command)
                .mapTo(Long.class)
                .list();
        if (ids.size() > 1) {
            throw new IllegalArgumentException("quantisation %s is there %d times".formatted(command, ids.size()));
        }
        Optional<QuantizationRun> run = ids.stream().findFirst().map(this::run);
        run.ifPresent(QuantizationTables::refuseContradiction);
        return run;
    }

    private QuantizationRun run(long id) {
        List<SmallerModel> variants = variants(id);
        List<MeasuredTarget> targets = targets(id);
        return handle.createQuery(
                        "SELECT * REPLACE (epoch_ns(began_at) AS began_at) FROM quantization_runs WHERE id = :id")
                .bind("id", id)
                .map(Row.each(row -> run(row, variants, targets)))
                .one();
    }

    private static QuantizationRun run(Row row, List<SmallerModel> variants, List<MeasuredTarget> targets)
            throws SQLException {
        row.refuseHoles("flags", "notes");
        return new QuantizationRun(
                row.text("command_id"),
                row.instant("began_at"),
                row.text("product"),
                row.text("machine"),
                new QuantizationRun.Model(row.text("model"), row.text("model_sha256")),
                new QuantizationRun.Data(
                        row.text("data"),
                        row.text("data_sha256"),
                        row.integer("judging"),
                        row.integer("calibrating"),
                        real(row, "chance")),
                row.text("budget"),
                row.number("seed"),
                variants,
                targets,
                row.texts("flags"),
                row.texts("notes"),
                row.flag("interrupted"),
                row.flag("imported"));
    }

    private List<SmallerModel> variants(long id) {
        Map<Integer, List<ChangedLayer>> layers =
                below(id, "quantization_layers", "variant", QuantizationReader::layer);
        return inOrder(
                id,
                "quantization_variants",
                layers.keySet(),
                row -> variant(row, layers.getOrDefault(row.integer("position"), List.of())));
    }

    private static SmallerModel variant(Row row, List<ChangedLayer> layers) throws SQLException {
        row.refuseHoles("notes", "flags");
        return new SmallerModel(
                row.text("name"),
                row.text("summary"),
                file(row),
                row.optionalText("refused"),
                layers,
                row.texts("notes"),
                row.texts("flags"),
                row.optionalText("peer"));
    }

    private static Optional<SmallerModel.File> file(Row row) throws SQLException {
        return row.hasAll("sha256", "bytes", "deflated", "recipe")
                ? Optional.of(new SmallerModel.File(
                        row.text("sha256"), row.number("bytes"), row.number("deflated"), row.text("recipe")))
                : Optional.empty();
    }

    private static ChangedLayer layer(Row row) throws SQLException {
        row.refuseHoles("alone_bits", "alone");
        List<Integer> bits = row.integers("alone_bits");
        List<Double> lost = row.reals("alone");
        if (bits.size() != lost.size()) {
            throw new IllegalArgumentException(
                    "'%s' alone in %s bits loses %s".formatted(row.text("weight"), bits, lost));
        }
        Map<Integer, Double> alone = new HashMap<>();
        for (int i = 0; i < bits.size(); i++) {
            alone.put(bits.get(i), lost.get(i));
        }
        if (alone.size() < bits.size()) {
            throw new IllegalArgumentException("'%s' alone in %s bits".formatted(row.text("weight"), bits));
        }
        return new ChangedLayer(
                row.text("weight"),
                row.text("operator"),
                row.number("elements"),
                row.integer("bits"),
                row.number("bytes_before"),
                row.number("bytes_after"),
                row.real("error"),
                alone,
                counts(row));
    }

    private static Optional<WeightCounts> counts(Row row) throws SQLException {
        if (!row.hasAll("low", "high", "counts_before", "counts_after")) {
            return Optional.empty();
        }
        row.refuseHoles("counts_before", "counts_after");
        return Optional.of(new WeightCounts(
                row.real("low"), row.real("high"), row.numbers("counts_before"), row.numbers("counts_after")));
    }

    private List<MeasuredTarget> targets(long id) {
        Map<Integer, List<MeasuredVariant>> points =
                below(id, "quantization_points", "target", QuantizationReader::point);
        Map<Integer, List<MeasuredTarget.Failed>> failed = below(
                id,
                "quantization_failures",
                "target",
                row -> new MeasuredTarget.Failed(row.text("variant"), row.text("code"), row.text("message")));
        Set<Integer> used = new HashSet<>(points.keySet());
        used.addAll(failed.keySet());
        return inOrder(
                id,
                "quantization_targets",
                used,
                row -> target(
                        row,
                        points.getOrDefault(row.integer("position"), List.of()),
                        failed.getOrDefault(row.integer("position"), List.of())));
    }

    private static MeasuredTarget target(Row row, List<MeasuredVariant> points, List<MeasuredTarget.Failed> failed)
            throws SQLException {
        row.refuseHoles("notes", "advice");
        return new MeasuredTarget(
                row.text("target"),
                row.optionalText("loss").map(LossKind::valueOf),
                points,
                failed,
                row.texts("notes"),
                new MeasuredTarget.Advice(row.optionalText("advised"), row.flag("keeps"), row.texts("advice")));
    }

    private static MeasuredVariant point(Row row) throws SQLException {
        row.refuseHoles("dominated_by", "flags");
        Optional<Long> memory = row.optionalNumber("memory_bytes");
        return new MeasuredVariant(
                row.text("variant"),
                row.constant(MeasuredVariant.Role.class, "role"),
                row.number("bytes"),
                new MeasuredVariant.Answers(
                        row.integer("samples"),
                        estimate(row, "accuracy"),
                        row.optionalReal("p"),
                        row.optionalReal("agreement"),
                        row.optionalReal("divergence"),
                        row.optionalReal("greatest"),
                        estimate(row, "lost"),
                        new MeasuredVariant.Further(
                                row.optionalReal("perplexity"),
                                row.optionalReal("cosine"),
                                estimate(row, "order_lost"))),
                new MeasuredVariant.Cost(
                        row.real("p50_ms"),
                        row.optionalReal("p95_ms"),
                        estimate(row, "ratio"),
                        row.optionalReal("create_ms"),
                        memory.map(OptionalLong::of).orElse(OptionalLong.empty()),
                        row.optionalReal("joules"),
                        row.optionalText("unmetered")),
                row.text("placement"),
                row.text("computed"),
                row.texts("dominated_by"),
                row.texts("flags"));
    }

    private static Optional<Estimate> estimate(Row row, String column) throws SQLException {
        Optional<Double> value = real(row, column);
        Optional<Double> low = real(row, column + "_low");
        Optional<Double> high = real(row, column + "_high");
        if (low.isPresent() != high.isPresent() || low.isPresent() && value.isEmpty()) {
            throw new IllegalArgumentException("%s of %s, from %s to %s".formatted(column, value, low, high));
        }
        Optional<Interval> ends = low.flatMap(from -> high.map(to -> new Interval(from, to)));
        return value.map(known -> new Estimate(known, ends));
    }

    private static Optional<Double> real(Row row, String column) throws SQLException {
        OptionalDouble value = row.optionalReal(column);
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    private record Placed<T>(int position, T value) {}

    /** @param used positions that rows below refer to */
    private <T> List<T> inOrder(long id, String table, Set<Integer> used, Row.Reader<T> reader) {
        List<T> all = whole(
                table,
                handle.createQuery("SELECT * FROM %s WHERE quantization_id = :id ORDER BY position".formatted(table))
                        .bind("id", id)
                        .map(Row.each(row -> new Placed<>(row.integer("position"), reader.read(row))))
                        .list());
        if (used.stream().anyMatch(position -> position < 0 || position >= all.size())) {
            throw new IllegalArgumentException("%s has %d rows, others are of %s".formatted(table, all.size(), used));
        }
        return all;
    }

    private static <T> List<T> whole(String table, List<Placed<T>> rows) {
        List<Integer> positions = rows.stream().map(Placed::position).toList();
        if (!positions.equals(IntStream.range(0, rows.size()).boxed().toList())) {
            throw new IllegalArgumentException("%s has positions %s".formatted(table, positions));
        }
        return rows.stream().map(Placed::value).toList();
    }

    /** Rows of a table by the position of what they are of. */
    private <T> Map<Integer, List<T>> below(long id, String table, String parent, Row.Reader<T> reader) {
        Map<Integer, List<Placed<T>>> all = new HashMap<>();
        handle.createQuery(
                        "SELECT * FROM %s WHERE quantization_id = :id ORDER BY %s, position".formatted(table, parent))
                .bind("id", id)
                .map(Row.each(
                        row -> Map.entry(row.integer(parent), new Placed<>(row.integer("position"), reader.read(row)))))
                .forEach(one -> all.computeIfAbsent(one.getKey(), position -> new ArrayList<>())
                        .add(one.getValue()));
        return all.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, one -> whole(table, one.getValue())));
    }
}
