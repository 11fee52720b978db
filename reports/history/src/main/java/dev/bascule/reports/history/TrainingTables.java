package dev.bascule.reports.history;

import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.LayerGradient;
import dev.bascule.reports.training.Resumed;
import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingReplica;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.reports.training.TrainingTask;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Trainings, which are of no run of cases. Belongs to one thread.
 *
 * @param handle the open history
 */
record TrainingTables(Handle handle) {
    static final String NAME = "training_runs";

    /**
     * All or none of them.
     *
     * @throws IllegalArgumentException for one whose key is there already
     */
    void keep(List<TrainingRun> runs) throws SQLException {
        if (runs.isEmpty()) {
            return;
        }
        handle.useTransaction(inside -> {
            refuseKnown(runs, known(inside));
            long id = inside.createQuery("SELECT coalesce(max(id), 0) FROM training_runs")
                    .mapTo(Long.class)
                    .one();
            try (Appenders tables = new Appenders(inside)) {
                for (TrainingRun run : runs) {
                    write(tables, ++id, run);
                }
            }
        });
    }

    /** @throws IllegalArgumentException where one of them is there already, or twice among them */
    static void refuseKnown(List<TrainingRun> runs, Set<TrainingRun.Key> known) {
        Set<TrainingRun.Key> all = new HashSet<>(known);
        runs.stream()
                .map(TrainingRun::key)
                .filter(key -> !all.add(key))
                .findFirst()
                .ifPresent(key -> {
                    throw new IllegalArgumentException("there is a training %s already".formatted(key));
                });
    }

    private static Set<TrainingRun.Key> known(Handle handle) {
        return Set.copyOf(handle.createQuery("SELECT command_id, number FROM training_runs")
                .map(Row.each(row -> new TrainingRun.Key(row.text("command_id"), row.integer("number"))))
                .list());
    }

    private static void write(Appenders tables, long id, TrainingRun run) throws SQLException {
        heading(tables.of(NAME).row().add(id), run);
        int rank = 0;
        for (TrainingReplica replica : run.place().replicas()) {
            tables.of("training_replicas")
                    .row()
                    .add(id)
                    .add(rank++)
                    .add(replica.target())
                    .add(replica.backend())
                    .text(replica.browser())
                    .add(replica.engine().name())
                    .add(replica.engine().version())
                    .text(replica.engine().build())
                    .flag(replica.software())
                    .add(replica.samples())
                    .add(replica.rounds())
                    .text(replica.proof().map(Enum::name))
                    .text(replica.placement())
                    .text(replica.elsewhere())
                    .end();
        }
        for (TrainingStep step : run.steps()) {
            tables.of("training_steps")
                    .row()
                    .add(id)
                    .add(step.number())
                    .add(step.loss())
                    .number(step.feedMillis())
                    .number(step.stepMillis())
                    .end();
        }
        for (HeldOut look : run.evaluations()) {
            tables.of("training_evaluations")
                    .row()
                    .add(id)
                    .add(look.step())
                    .add(look.trained())
                    .add(look.right())
                    .add(look.of())
                    .end();
        }
        int position = 0;
        for (LayerGradient layer : run.layers()) {
            tables.of("training_gradients")
                    .row()
                    .add(id)
                    .add(position++)
                    .add(layer.name())
                    .add(layer.elements())
                    .add(layer.furthest())
                    .add(layer.relative())
                    .add(layer.beyond())
                    .number(layer.difference())
                    .end();
        }
    }

    private static void heading(TableAppender row, TrainingRun run) throws SQLException {
        TrainingPlace place = run.place();
        TrainingTask task = run.task();
        row.add(run.key().command())
                .add(run.key().number())
                .add(run.at())
                .add(run.product())
                .text(place.machine())
                .add(place.target())
                .add(place.backend())
                .text(place.browser())
                .add(place.engine().name())
                .add(place.engine().version())
                .text(place.engine().build())
                .flag(place.software())
                .add(place.state())
                .text(place.stateSeen())
                .number(place.settings().stream()
                        .mapToInt(TrainingPlace.Settings::threads)
                        .findFirst())
                .text(place.settings().map(TrainingPlace.Settings::graphOptimization))
                .add(task.network())
                .add(task.parameters())
                .add(task.data().name())
                .add(task.data().sha256())
                .add(task.data().train())
                .add(task.data().test())
                .add(task.data().classes())
                .add(task.data().chance())
                .add(task.optimizer().name())
                .number(task.optimizer().learningRate())
                .number(task.optimizer().clip())
                .add(task.batch())
                .add(task.plannedSteps())
                .add(task.resident())
                .add(task.seed())
                .add(run.found().verdict())
                .text(run.found().failure())
                .text(run.found().reason())
                .text(run.found().proof().map(Enum::name))
                .text(run.found().placement())
                .add(run.found().checks().exactSteps())
                .number(run.found().checks().exactFurthest())
                .text(run.found().checks().likeNative().map(Enum::name))
                .number(run.found().checks().firstOther())
                .flag(run.found().checks().repeated())
                .flag(run.found().checks().resumed())
                .add(run.found().notes())
                .add(run.imported())
                .text(task.modelSha256())
                .text(place.chain())
                .text(task.resumed().map(Resumed::checkpoint))
                .text(task.resumed().map(Resumed::stateSha256))
                .whole(task.resumed().map(Resumed::step))
                .number(run.found().checks().apart())
                .end();
    }
}
