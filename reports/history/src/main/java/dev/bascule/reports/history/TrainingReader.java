package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.LayerGradient;
import dev.bascule.reports.training.Resumed;
import dev.bascule.reports.training.TrainingFindings;
import dev.bascule.reports.training.TrainingFindings.Reproduction;
import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingReplica;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.reports.training.TrainingTask;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;

/**
 * Reads trainings back. Belongs to one thread.
 *
 * @param handle the open history
 */
record TrainingReader(Handle handle) {

    /** The newest first. */
    List<TrainingHeading> headings() {
        return handle.createQuery("""
                        SELECT command_id, epoch_ns(min(began_at)) AS at, any_value(network ORDER BY number) AS network,
                            any_value(data ORDER BY number) AS data, any_value(optimizer ORDER BY number) AS optimizer,
                            list(backend ORDER BY number) AS backends, list(verdict ORDER BY number) AS verdicts,
                            min(e.accuracy) AS least, max(e.accuracy) AS most, bool_or(imported) AS imported
                        FROM training_runs r LEFT JOIN (
                            SELECT training_id, arg_max(answered_right, step) / arg_max(asked, step) AS accuracy
                            FROM training_evaluations GROUP BY training_id
                        ) e ON e.training_id = r.id AND r.verdict IN ('PASS', 'PARTIAL', 'FELL_BACK')
                        GROUP BY command_id ORDER BY min(began_at) DESC, command_id DESC
                        """)
                .map(Row.each(row -> new TrainingHeading(
                        row.text("command_id"),
                        row.instant("at"),
                        row.text("network"),
                        row.text("data"),
                        row.text("optimizer"),
                        row.texts("backends").stream().distinct().toList(),
                        row.texts("verdicts").stream().map(Verdict::valueOf).toList(),
                        accuracies(row.optionalReal("least"), row.optionalReal("most")),
                        row.flag("imported"))))
                .list();
    }

    private static Optional<TrainingHeading.Accuracies> accuracies(OptionalDouble least, OptionalDouble most) {
        return least.isPresent() && most.isPresent()
                ? Optional.of(new TrainingHeading.Accuracies(least.getAsDouble(), most.getAsDouble()))
                : Optional.empty();
    }

    /**
     * Those of one command with every sample, in the order of their numbers.
     *
     * @throws IllegalArgumentException where a row says what no training can be
     */
    List<TrainingRun> runs(String command) {
        Map<Long, List<Ranked>> replicas = of(
                command,
                "SELECT * FROM training_replicas WHERE training_id IN (%s) ORDER BY training_id, rank",
                row -> new Ranked(row.integer("rank"), replica(row)));
        Map<Long, List<TrainingStep>> steps = of(
                command,
                "SELECT * FROM training_steps WHERE training_id IN (%s) ORDER BY training_id, step",
                row -> new TrainingStep(
                        row.number("step"),
                        row.real("loss"),
                        row.optionalReal("feed_ms"),
                        row.optionalReal("step_ms")));
        Map<Long, List<HeldOut>> looks = of(
                command,
                "SELECT * FROM training_evaluations WHERE training_id IN (%s) ORDER BY training_id, step",
                row -> new HeldOut(
                        row.number("step"),
                        row.duration("trained_ns"),
                        row.integer("answered_right"),
                        row.integer("asked")));
        Map<Long, List<LayerGradient>> layers = of(
                command,
                "SELECT * FROM training_gradients WHERE training_id IN (%s) ORDER BY training_id, position",
                row -> new LayerGradient(
                        row.text("name"),
                        row.number("elements"),
                        row.real("furthest"),
                        row.real("relative"),
                        row.number("beyond"),
                        row.optionalReal("difference")));
        return handle.createQuery("SELECT * REPLACE (epoch_ns(began_at) AS began_at) FROM training_runs"
                        + " WHERE command_id = :command ORDER BY number")
                .bind("command", command)
                .map(Row.each(row -> {
                    long id = row.number("id");
                    return new TrainingRun(
                            new TrainingRun.Key(row.text("command_id"), row.integer("number")),
                            row.instant("began_at"),
                            row.text("product"),
                            place(row, inRankOrder(replicas.getOrDefault(id, List.of()))),
                            task(row),
                            found(row),
                            steps.getOrDefault(id, List.of()),
                            looks.getOrDefault(id, List.of()),
                            layers.getOrDefault(id, List.of()),
                            row.flag("imported"));
                }))
                .list();
    }

    private <T> Map<Long, List<T>> of(String command, String sql, Row.Reader<T> reader) {
        Map<Long, List<T>> all = new HashMap<>();
        handle.createQuery(sql.formatted("SELECT id FROM training_runs WHERE command_id = :command"))
                .bind("command", command)
                .map(Row.each(row -> Map.entry(row.number("training_id"), reader.read(row))))
                .forEach(one -> all.computeIfAbsent(one.getKey(), training -> new ArrayList<>())
                        .add(one.getValue()));
        return all;
    }

    private record Ranked(int rank, TrainingReplica replica) {}

    private static List<TrainingReplica> inRankOrder(List<Ranked> replicas) {
        List<Integer> ranks = replicas.stream().map(Ranked::rank).toList();
        if (!ranks.equals(IntStream.range(0, ranks.size()).boxed().toList())) {
            throw new IllegalArgumentException("replicas of ranks " + ranks);
        }
        return replicas.stream().map(Ranked::replica).toList();
    }

    private static TrainingReplica replica(Row row) throws SQLException {
        Optional<ProofClass> proof = row.optionalText("proof").map(ProofClass::valueOf);
        return new TrainingReplica(
                row.text("target"),
                row.text("backend"),
                row.optionalText("browser"),
                engine(row),
                row.optionalFlag("software"),
                row.integer("samples"),
                row.number("rounds"),
                proof,
                row.optionalText("placement"),
                row.optionalText("elsewhere"));
    }

    private static Engine engine(Row row) throws SQLException {
        return new Engine(row.text("engine_name"), row.text("engine_version"), row.optionalText("engine_build"));
    }

    private static TrainingPlace place(Row row, List<TrainingReplica> replicas) throws SQLException {
        return new TrainingPlace(
                row.optionalText("machine"),
                row.text("target"),
                row.text("backend"),
                row.optionalText("browser"),
                engine(row),
                row.optionalFlag("software"),
                row.text("state_asked"),
                row.optionalText("state_seen"),
                settings(row),
                row.optionalText("chain_asked"),
                replicas);
    }

    private static Optional<TrainingPlace.Settings> settings(Row row) throws SQLException {
        OptionalInt threads = row.optionalInteger("threads");
        Optional<String> graph = row.optionalText("graph_optimization");
        return threads.isEmpty()
                ? Optional.empty()
                : graph.map(level -> new TrainingPlace.Settings(threads.getAsInt(), level));
    }

    private static TrainingTask task(Row row) throws SQLException {
        return new TrainingTask(
                row.text("network"),
                row.number("parameters"),
                new TrainingTask.Data(
                        row.text("data"),
                        row.text("data_sha256"),
                        row.integer("train_samples"),
                        row.integer("test_samples"),
                        row.integer("classes"),
                        row.real("chance")),
                new TrainingTask.Method(
                        row.text("optimizer"), row.optionalReal("learning_rate"), row.optionalReal("clip")),
                row.integer("batch"),
                row.integer("planned_steps"),
                row.flag("resident"),
                row.number("seed"),
                row.optionalText("model_sha256"),
                resumed(row));
    }

    private static Optional<Resumed> resumed(Row row) throws SQLException {
        Optional<String> from = row.optionalText("resumed_from");
        return from.isEmpty()
                ? Optional.empty()
                : Optional.of(new Resumed(from.get(), row.text("resumed_state"), row.number("resumed_step")));
    }

    private static TrainingFindings found(Row row) throws SQLException {
        Optional<ProofClass> proof = row.optionalText("proof").map(ProofClass::valueOf);
        return new TrainingFindings(
                row.constant(Verdict.class, "verdict"),
                row.optionalText("failure"),
                row.optionalText("reason"),
                proof,
                row.optionalText("placement"),
                new TrainingFindings.Checks(
                        row.integer("exact_steps"),
                        row.optionalReal("exact_furthest"),
                        row.optionalText("like_native").map(Reproduction::valueOf),
                        row.optionalInteger("first_other_step"),
                        row.optionalReal("losses_apart"),
                        row.optionalFlag("repeated"),
                        row.optionalFlag("resumed")),
                row.texts("notes"));
    }
}
