package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseInputs;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** What a case run was fed and how it was to be timed, as the last columns of {@code case_runs}. Stateless. */
final class ConditionColumns {
    /** All of them, of the table called {@code w}. */
    static final String COLUMNS = "w.inputs_sha256, w.inputs_seed, w.input_names, w.input_types, w.input_shapes,"
            + " w.input_steps, w.dim_names, w.dim_sizes, w.dim_origins, w.dim_notes, w.timing_plan";

    private static final int COUNT = 11;

    private ConditionColumns() {}

    static TableAppender write(TableAppender row, Optional<Conditions> known) throws SQLException {
        if (known.isEmpty()) {
            for (int i = 0; i < COUNT; i++) {
                row.none();
            }
            return row;
        }
        CaseInputs inputs = known.get().inputs();
        row.add(inputs.sha256())
                .whole(inputs.seed())
                .add(texts(inputs.tensors(), CaseInputs.Fed::name))
                .add(texts(inputs.tensors(), fed -> fed.dtype().wireName()))
                .add(texts(inputs.tensors(), fed -> fed.shape().toString()))
                .add(texts(inputs.tensors(), fed -> Integer.toString(fed.steps())))
                .add(texts(inputs.dims(), DimSize::name))
                .add(texts(inputs.dims(), dim -> Long.toString(dim.size())))
                .add(texts(inputs.dims(), dim -> dim.origin().word()))
                .add(texts(inputs.dims(), DimSize::note));
        Optional<TimingPlan> plan = known.get().plan();
        return plan.isPresent() ? row.add(numbers(plan.get())) : row.none();
    }

    private static <T> List<String> texts(List<T> all, Function<T, String> of) {
        return all.stream().map(of).toList();
    }

    static Optional<Conditions> read(Row row) throws SQLException {
        if (!row.has("inputs_sha256")) {
            return Optional.empty();
        }
        List<String> names = row.texts("input_names");
        List<String> types = row.texts("input_types");
        List<String> shapes = row.texts("input_shapes");
        List<String> steps = row.texts("input_steps");
        List<CaseInputs.Fed> fed = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            fed.add(new CaseInputs.Fed(
                    names.get(i),
                    DType.ofWireName(types.get(i)).orElse(DType.FLOAT32),
                    Shape.parse(shapes.get(i)),
                    Integer.parseInt(steps.get(i))));
        }
        List<String> dimNames = row.texts("dim_names");
        List<String> sizes = row.texts("dim_sizes");
        List<String> origins = row.texts("dim_origins");
        List<String> notes = row.texts("dim_notes");
        List<DimSize> dims = new ArrayList<>();
        for (int i = 0; i < dimNames.size(); i++) {
            dims.add(new DimSize(
                    dimNames.get(i),
                    Long.parseLong(sizes.get(i)),
                    DimSize.Origin.ofWord(origins.get(i)),
                    notes.get(i)));
        }
        return Optional.of(new Conditions(
                new CaseInputs(row.text("inputs_sha256"), fed, dims, row.optionalNumber("inputs_seed")),
                row.has("timing_plan") ? Optional.of(plan(row.map("timing_plan", Long.class))) : Optional.empty()));
    }

    /** Durations as whole nanoseconds. */
    private static Map<String, Long> numbers(TimingPlan plan) {
        return new TreeMap<>(Map.of(
                "minIterations",
                (long) plan.minIterations(),
                "minDurationNs",
                plan.minDuration().toNanos(),
                "softwareIterations",
                (long) plan.softwareIterations(),
                "warmUpLimitNs",
                plan.warmUpLimit().toNanos(),
                "measureLimitNs",
                plan.measureLimit().toNanos(),
                "threads",
                (long) plan.threads()));
    }

    private static TimingPlan plan(Map<String, Long> numbers) {
        return new TimingPlan(
                Math.toIntExact(number(numbers, "minIterations")),
                Duration.ofNanos(number(numbers, "minDurationNs")),
                Math.toIntExact(number(numbers, "softwareIterations")),
                Duration.ofNanos(number(numbers, "warmUpLimitNs")),
                Duration.ofNanos(number(numbers, "measureLimitNs")),
                Math.toIntExact(number(numbers, "threads")));
    }

    private static long number(Map<String, Long> numbers, String name) {
        return Optional.ofNullable(numbers.get(name))
                .orElseThrow(() -> new IllegalStateException("a plan without " + name));
    }
}
