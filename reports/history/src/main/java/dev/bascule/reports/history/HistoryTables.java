package dev.bascule.reports.history;

import java.util.List;
import java.util.stream.Stream;

/** The tables that hold what was measured, and how their rows hang together. Stateless. */
final class HistoryTables {

    /**
     * A column whose every value is a row of another table.
     *
     * @param table that has the column
     * @param column that refers
     * @param parent table referred to
     * @param key of the parent's rows
     */
    record Link(String table, String column, String parent, String key) {
        @Override
        public String toString() {
            return table + "." + column;
        }
    }

    private static final String ID = "id";
    private static final String KEY = "key";

    /** Rows of these belong to one run: each is reached from {@code runs} by these links, parents before children. */
    static final List<Link> OF_RUNS = together(
            to(
                    "runs",
                    ID,
                    "run_id",
                    "run_phases",
                    "selections",
                    "unread_cases",
                    "run_errors",
                    "unrun_cells",
                    "run_models",
                    "detections",
                    "scenarios",
                    "case_runs"),
            to("scenarios", ID, "scenario_id", "figures"),
            to("case_runs", ID, "case_run_id", "comparisons", "attempts"),
            to(
                    "attempts",
                    ID,
                    "attempt_id",
                    "samples",
                    "evidence",
                    "numerics",
                    "errors",
                    "attempt_usage",
                    "usage_figures",
                    "throttle_causes",
                    "end_to_end_steps",
                    "answers"));

    /** What runs, case runs and attempts say by a key of its content, each said once for all. */
    static final List<Link> OF_DIMENSIONS = together(
            to("machines", KEY, "machine_key", "runs", "gpus"),
            to("models", KEY, "model_key", "case_runs", "model_operators"),
            to("targets", KEY, "target_key", "attempts", "scenarios"));

    /** What is learned of models belongs to no run, and stays when runs go. */
    static final List<Link> OF_WORK = together(to("model_work", ID, "work_id", "work_kernels"));

    /** Trainings are of no run of cases, and stay when runs go. */
    static final List<Link> OF_TRAININGS = together(to(
            "training_runs",
            ID,
            "training_id",
            "training_replicas",
            "training_steps",
            "training_evaluations",
            "training_gradients"));

    /** Quantisations are of no run of cases, and stay when runs go. */
    static final List<Link> OF_QUANTIZATIONS = together(to(
            QuantizationTables.NAME,
            ID,
            "quantization_id",
            "quantization_variants",
            "quantization_layers",
            "quantization_targets",
            "quantization_points",
            "quantization_failures"));

    /** Cells are made of the other tables; the first three of these links go with a run. */
    static final List<Link> OF_CELLS = together(
            to("runs", ID, "run_id", "matrix_runs"),
            to("case_runs", ID, "case_run_id", "cells"),
            to("matrix_runs", "number", "run_number", "cells"),
            to("matrix_rows", ID, "row_id", "cells"),
            to("matrix_columns", ID, "column_id", "cells"));

    private static Stream<Link> to(String parent, String key, String column, String... tables) {
        return Stream.of(tables).map(table -> new Link(table, column, parent, key));
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // Only read from.
    private static List<Link> together(Stream<Link>... links) {
        return Stream.of(links).flatMap(some -> some).toList();
    }

    private HistoryTables() {}

    /** Every table but those of cells, which are made anew wherever the others go. */
    static List<String> measured() {
        return Stream.concat(
                        Stream.of(
                                "machines",
                                "gpus",
                                "targets",
                                "models",
                                "model_operators",
                                "runs",
                                "model_work",
                                "predictions",
                                TrainingTables.NAME,
                                QuantizationTables.NAME),
                        Stream.of(OF_RUNS, OF_WORK, OF_TRAININGS, OF_QUANTIZATIONS)
                                .flatMap(List::stream)
                                .map(Link::table))
                .distinct()
                .toList();
    }
}
