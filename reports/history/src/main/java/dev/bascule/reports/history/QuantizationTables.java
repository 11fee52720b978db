package dev.bascule.reports.history;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.quantization.ChangedLayer;
import dev.bascule.reports.quantization.Estimate;
import dev.bascule.reports.quantization.MeasuredTarget;
import dev.bascule.reports.quantization.MeasuredVariant;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.quantization.SmallerModel;
import dev.bascule.reports.quantization.WeightCounts;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Models that were made smaller, which are of no run of cases. Belongs to one thread.
 *
 * @param handle the open history
 */
record QuantizationTables(Handle handle) {
    static final String NAME = "quantization_runs";

    /** @throws IllegalArgumentException for one that is there already, or contradicts itself */
    void keep(QuantizationRun run) throws SQLException {
        refuseContradiction(run);
        handle.useTransaction(inside -> {
            boolean known = inside.createQuery("SELECT count(*) FROM quantization_runs WHERE command_id = :command")
                            .bind("command", run.command())
                            .mapTo(Long.class)
                            .one()
                    > 0;
            refuseKnown(run, known);
            long id = inside.createQuery("SELECT coalesce(max(id), 0) + 1 FROM quantization_runs")
                    .mapTo(Long.class)
                    .one();
            try (Appenders tables = new Appenders(inside)) {
                write(tables, id, run);
            }
        });
    }

    static void refuseKnown(QuantizationRun run, boolean known) {
        if (known) {
            throw new IllegalArgumentException("there is a quantisation %s already".formatted(run.command()));
        }
    }

    static void refuseContradiction(QuantizationRun run) {
        run.contradiction().ifPresent(why -> {
            throw new IllegalArgumentException("quantisation %s: %s".formatted(run.command(), why));
        });
    }

    private static void write(Appenders tables, long id, QuantizationRun run) throws SQLException {
        tables.of(NAME)
                .row()
                .add(id)
                .add(run.command())
                .add(run.at())
                .add(run.product())
                .add(run.machine())
                .add(run.model().name())
                .add(run.model().sha256())
                .add(run.data().name())
                .add(run.data().sha256())
                .add(run.data().judging())
                .add(run.data().calibrating())
                .real(run.data().chance())
                .add(run.budget())
                .add(run.seed())
                .add(run.flags())
                .add(run.notes())
                .add(run.interrupted())
                .add(run.imported())
                .end();
        int position = 0;
        for (SmallerModel variant : run.variants()) {
            variant(tables, id, position++, variant);
        }
        position = 0;
        for (MeasuredTarget target : run.targets()) {
            target(tables, id, position++, target);
        }
    }

    private static void variant(Appenders tables, long id, int position, SmallerModel variant) throws SQLException {
        Optional<SmallerModel.File> file = variant.file();
        tables.of("quantization_variants")
                .row()
                .add(id)
                .add(position)
                .add(variant.name())
                .add(variant.summary())
                .text(file.map(SmallerModel.File::sha256))
                .whole(file.map(SmallerModel.File::bytes))
                .whole(file.map(SmallerModel.File::deflated))
                .text(file.map(SmallerModel.File::recipe))
                .text(variant.refused())
                .text(variant.peer())
                .add(variant.notes())
                .add(variant.flags())
                .end();
        int place = 0;
        for (ChangedLayer layer : variant.layers()) {
            Optional<WeightCounts> counts = layer.counts();
            TableAppender row = tables.of("quantization_layers")
                    .row()
                    .add(id)
                    .add(position)
                    .add(place++)
                    .add(layer.weight())
                    .add(layer.operator())
                    .add(layer.elements())
                    .add(layer.bits())
                    .add(layer.bytesBefore())
                    .add(layer.bytesAfter())
                    .add(layer.error())
                    .integers(List.copyOf(layer.alone().keySet()))
                    .reals(List.copyOf(layer.alone().values()))
                    .real(counts.map(WeightCounts::low))
                    .real(counts.map(WeightCounts::high));
            row.wholes(counts.map(WeightCounts::before))
                    .wholes(counts.map(WeightCounts::after))
                    .end();
        }
    }

    private static void target(Appenders tables, long id, int position, MeasuredTarget target) throws SQLException {
        tables.of("quantization_targets")
                .row()
                .add(id)
                .add(position)
                .add(target.target())
                .text(target.loss().map(Enum::name))
                .add(target.notes())
                .text(target.advice().variant())
                .add(target.advice().keeps())
                .add(target.advice().sentences())
                .end();
        int place = 0;
        for (MeasuredVariant point : target.points()) {
            point(tables.of("quantization_points").row().add(id).add(position).add(place++), point);
        }
        place = 0;
        for (MeasuredTarget.Failed failed : target.failed()) {
            tables.of("quantization_failures")
                    .row()
                    .add(id)
                    .add(position)
                    .add(place++)
                    .add(failed.variant())
                    .add(failed.code())
                    .add(failed.message())
                    .end();
        }
    }

    private static void point(TableAppender row, MeasuredVariant point) throws SQLException {
        MeasuredVariant.Answers answers = point.answers();
        MeasuredVariant.Cost cost = point.cost();
        row.add(point.variant()).add(point.role()).add(point.bytes()).add(answers.of());
        estimate(row, answers.accuracy())
                .number(answers.mcNemar())
                .number(answers.agreement())
                .number(answers.divergence())
                .number(answers.greatest());
        estimate(row, answers.lost())
                .number(answers.further().perplexity())
                .number(answers.further().cosine());
        estimate(row, answers.further().orderLost()).add(cost.p50()).number(cost.p95());
        estimate(row, cost.ratio())
                .number(cost.createMs())
                .whole(
                        cost.memoryBytes().isPresent()
                                ? Optional.of(cost.memoryBytes().getAsLong())
                                : Optional.empty())
                .number(cost.joules())
                .text(cost.unmetered())
                .add(point.placing())
                .add(point.precision())
                .add(point.dominatedBy())
                .add(point.flags())
                .end();
    }

    private static TableAppender estimate(TableAppender row, Optional<Estimate> figure) throws SQLException {
        Optional<Interval> ends = figure.flatMap(Estimate::ci95);
        return row.real(figure.map(Estimate::value))
                .real(ends.map(Interval::low))
                .real(ends.map(Interval::high));
    }
}
