package dev.bascule.reports.history;

import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import dev.bascule.fallback.work.ModelWork;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * The kernels of models, which belong to no run. Belongs to one thread.
 *
 * @param handle the open history
 */
record WorkTables(Handle handle) {
    private static final String SAME = "SELECT id FROM model_work WHERE model_sha256 = :model AND inputs = :inputs"
            + " AND engine_name = :name AND engine_version = :version"
            + " AND engine_build IS NOT DISTINCT FROM :build AND threads = :threads";

    /** The same key's kernels go. */
    void keep(ModelWork work) throws SQLException {
        handle.useTransaction(inside -> {
            List<Long> known = inside.createQuery(SAME)
                    .bind("model", work.model())
                    .bind("inputs", work.inputs())
                    .bind("name", work.engine().name())
                    .bind("version", work.engine().version())
                    .bind("build", work.engine().build())
                    .bind("threads", work.threads())
                    .mapTo(Long.class)
                    .list();
            // A number that was taken is not given again: the database minds a key that goes and comes in one
            // transaction.
            long id = inside.createQuery("SELECT coalesce(max(id), 0) + 1 FROM model_work")
                    .mapTo(Long.class)
                    .one();
            for (long same : known) {
                inside.execute("DELETE FROM work_kernels WHERE work_id = ?", same);
                inside.execute("DELETE FROM model_work WHERE id = ?", same);
            }
            write(inside, id, work);
        });
    }

    private static void write(Handle handle, long id, ModelWork work) throws SQLException {
        try (Appenders tables = new Appenders(handle)) {
            tables.of("model_work")
                    .row()
                    .add(id)
                    .add(work.model())
                    .add(work.inputs())
                    .add(work.engine().name())
                    .add(work.engine().version())
                    .text(work.engine().build())
                    .add(work.threads())
                    .end();
            int position = 0;
            for (Kernel kernel : work.kernels()) {
                tables.of("work_kernels")
                        .row()
                        .add(id)
                        .add(position++)
                        .add(kernel.operator())
                        .add(kernel.provider())
                        .add(texts(kernel.inputs()))
                        .add(texts(kernel.outputs()))
                        .add(kernel.count())
                        .add(kernel.millis())
                        .end();
            }
        }
    }

    private static List<String> texts(List<KernelTensor> tensors) {
        return tensors.stream().map(KernelTensor::toString).toList();
    }

    /** @throws IllegalArgumentException where a row says what no kernel can be */
    List<ModelWork> all() {
        Map<Long, List<Kernel>> kernels = new HashMap<>();
        handle.createQuery("SELECT * FROM work_kernels ORDER BY work_id, position")
                .map(Row.each(row -> Map.entry(
                        row.number("work_id"),
                        new Kernel(
                                row.text("operator"),
                                row.text("provider"),
                                tensors(row.texts("inputs")),
                                tensors(row.texts("outputs")),
                                row.integer("count"),
                                row.real("millis")))))
                .forEach(kernel -> kernels.computeIfAbsent(kernel.getKey(), work -> new ArrayList<>())
                        .add(kernel.getValue()));
        return handle.createQuery(
                        "SELECT * FROM model_work"
                                + " ORDER BY model_sha256, inputs, engine_name, engine_version, engine_build NULLS FIRST, threads")
                .map(Row.each(row -> new ModelWork(
                        row.text("model_sha256"),
                        row.text("inputs"),
                        new Engine(
                                row.text("engine_name"), row.text("engine_version"), row.optionalText("engine_build")),
                        row.integer("threads"),
                        kernels.getOrDefault(row.number("id"), List.of()))))
                .list();
    }

    private static List<KernelTensor> tensors(List<String> texts) {
        return texts.stream().map(KernelTensor::parse).toList();
    }
}
