package dev.bascule.bridge.dashboard.view;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.export.QuantizationPage;
import dev.bascule.reports.quantization.Estimate;
import dev.bascule.reports.quantization.MeasuredTarget;
import dev.bascule.reports.quantization.MeasuredVariant;
import dev.bascule.reports.quantization.QuantizationRun;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a command made of a model and what each variant is worth where, with the charts of {@code quantization.html}. Immutable.
 *
 * @param id of the command
 * @param machine fingerprint
 * @param budget in words
 * @param flags what speaks against all of it
 * @param variants the model as it is first
 */
record QuantizationAnswer(
        String id,
        Instant at,
        String product,
        String machine,
        QuantizationRun.Model model,
        QuantizationRun.Data data,
        String budget,
        long seed,
        List<String> flags,
        List<String> notes,
        boolean interrupted,
        boolean imported,
        List<Target> targets,
        List<QuantizationVariantAnswer> variants) {

    /**
     * @param judgedBy what is lost, in words; empty where nothing is known
     * @param inPoints whether what is lost is told in hundredths
     * @param peers which of the points are of others' making, a sentence; empty where none is
     */
    record Target(
            String target,
            Optional<String> judgedBy,
            boolean inPoints,
            MeasuredTarget.Advice advice,
            List<DrawnChart> charts,
            Optional<String> peers,
            List<Point> points,
            List<MeasuredTarget.Failed> failed,
            List<String> notes) {
        static Target of(QuantizationRun run, MeasuredTarget target) {
            String peers = QuantizationPage.peers(run, target);
            return new Target(
                    target.target(),
                    target.loss().map(MeasuredTarget.LossKind::words),
                    target.loss().map(MeasuredTarget.LossKind::inPoints).orElse(false),
                    target.advice(),
                    QuantizationPage.fronts(target).stream()
                            .map(chart -> DrawnChart.of(chart.caption(), chart))
                            .toList(),
                    peers.isEmpty() ? Optional.empty() : Optional.of(peers),
                    target.points().stream().map(Point::of).toList(),
                    target.failed(),
                    target.notes());
        }
    }

    /** A figure; ends are null where they are none or endless. */
    record Figure(double value, OptionalDouble low, OptionalDouble high) {
        static Optional<Figure> of(Optional<Estimate> estimate) {
            return estimate.map(known -> new Figure(
                    known.value(),
                    known.ci95().map(Interval::low).map(Figure::finite).orElse(OptionalDouble.empty()),
                    known.ci95().map(Interval::high).map(Figure::finite).orElse(OptionalDouble.empty())));
        }

        static OptionalDouble finite(double value) {
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        }
    }

    /** As {@link MeasuredVariant}. */
    record Point(
            String variant,
            MeasuredVariant.Role role,
            MeasuredVariant.Standing standing,
            long bytes,
            int samples,
            Optional<Figure> accuracy,
            OptionalDouble p,
            OptionalDouble agreement,
            OptionalDouble divergence,
            OptionalDouble greatest,
            Optional<Figure> lost,
            OptionalDouble perplexity,
            OptionalDouble cosine,
            Optional<Figure> orderLost,
            Optional<Figure> ratio,
            double p50,
            OptionalDouble p95,
            OptionalDouble loadMs,
            OptionalLong memoryBytes,
            OptionalDouble joules,
            Optional<String> unmetered,
            String placing,
            String precision,
            List<String> dominatedBy,
            List<String> flags) {
        static Point of(MeasuredVariant point) {
            MeasuredVariant.Answers answers = point.answers();
            MeasuredVariant.Cost cost = point.cost();
            return new Point(
                    point.variant(),
                    point.role(),
                    point.standing(),
                    point.bytes(),
                    answers.of(),
                    Figure.of(answers.accuracy()),
                    answers.mcNemar(),
                    answers.agreement(),
                    answers.divergence(),
                    answers.greatest(),
                    Figure.of(answers.lost()),
                    answers.further().perplexity(),
                    answers.further().cosine(),
                    Figure.of(answers.further().orderLost()),
                    Figure.of(cost.ratio()),
                    cost.p50(),
                    cost.p95(),
                    cost.createMs(),
                    cost.memoryBytes(),
                    cost.joules(),
                    cost.unmetered(),
                    point.placing(),
                    point.precision(),
                    point.dominatedBy(),
                    point.flags());
        }
    }

    static QuantizationAnswer of(QuantizationRun run) {
        return new QuantizationAnswer(
                run.command(),
                run.at(),
                run.product(),
                run.machine(),
                run.model(),
                run.data(),
                run.budget(),
                run.seed(),
                run.flags(),
                run.notes(),
                run.interrupted(),
                run.imported(),
                run.targets().stream().map(target -> Target.of(run, target)).toList(),
                QuantizationVariantAnswer.all(run.variants()));
    }
}
