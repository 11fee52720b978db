package dev.bascule.prediction.recommend;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.memory.MeasuredGrowth;
import dev.bascule.reports.matrix.CaseResult;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a cell says of a model on a target. Immutable.
 *
 * @param held by the target's processes before the run's first model; empty where nobody looked
 */
record MeasuredCell(CaseResult cell, Optional<Long> held) {

    /** Whether it is of a target by itself, by the settings that a target's key tells, and tells anything of the case. */
    static boolean tells(CaseResult cell) {
        return cell.run().chain().isStrict() && isUsual(cell) && cell.isTelling();
    }

    static boolean isUsual(CaseResult cell) {
        return HistoryData.isUsual(cell.run().caseId().settings());
    }

    static PredictedModel.Key model(CaseResult cell) {
        return new PredictedModel.Key(
                cell.run().model().sha256(),
                cell.run()
                        .conditions()
                        .map(conditions -> conditions.inputs().shapes())
                        .orElse(""));
    }

    static TargetKey target(CaseResult cell) {
        return target(cell, attempt(cell));
    }

    static TargetKey target(CaseResult cell, Attempt attempt) {
        return new TargetKey(
                cell.machine().fingerprint(),
                attempt.target().id(),
                cell.run()
                        .conditions()
                        .flatMap(conditions -> conditions.plan())
                        .map(plan -> plan.threads())
                        .orElse(1));
    }

    /** How an attempt of a cell ended where it tells of the model; empty of one that was right, or for which nothing was there. */
    static Optional<Standing> failure(CaseResult cell, Attempt attempt) {
        Verdict verdict = Verdict.of(attempt.outcome());
        boolean ofTheModel = attempt.outcome() != Outcome.UNAVAILABLE
                && attempt.failure()
                        .filter(why -> why.code().exitCode() == ExitCode.ENVIRONMENT)
                        .isEmpty();
        return verdict.isRight() || verdict == Verdict.SKIPPED || !ofTheModel
                ? Optional.empty()
                : Optional.of(failed(verdict, cell, attempt));
    }

    private static Standing failed(Verdict verdict, CaseResult cell, Attempt attempt) {
        return new Standing.Fails(
                "%s on %s"
                        .formatted(
                                verdict.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                LocalDate.ofInstant(cell.startedAt(), ZoneOffset.UTC)),
                attempt.failure().map(Failure::message).orElse(""));
    }

    private static Attempt attempt(CaseResult cell) {
        return cell.run().decisive();
    }

    /** @param measuring what measures it again */
    Standing standing(Remedy measuring) {
        CaseRun run = cell.run();
        Verdict verdict = run.verdict();
        if (!isRight()) {
            return failed(verdict, cell, run.decisive());
        }
        Evidence evidence = run.decisive().evidence();
        if (!isProven(evidence)) {
            return new Standing.Doubtful(
                    "right, but where it ran is not proven (%s)"
                            .formatted(evidence.proof().name().toLowerCase(Locale.ROOT)),
                    measuring);
        }
        if (verdict != Verdict.PASS) {
            return new Standing.Doubtful(
                    evidence.isPartial()
                            ? "right, but only %d of %d nodes ran there"
                                    .formatted(evidence.nodesOnRequested(), evidence.totalNodes())
                            : "right, but with narrower sums or products than usual",
                    measuring);
        }
        List<String> notes = new ArrayList<>(cell.ways());
        if (cell.software().orElse(false)) {
            notes.add("software adapter");
        }
        if (run.decisive().measured().timing().flatMap(Timing::noise).isPresent()) {
            notes.add("busy machine");
        }
        if (run.decisive().throttled()) {
            notes.add("throttled");
        }
        return new Standing.Right(cell.runId(), cell.startedAt(), notes);
    }

    boolean isRight() {
        return cell.run().verdict().isRight();
    }

    /** Whether it passed, and is proven to have run where it was asked to. */
    boolean isRightThere() {
        return cell.run().verdict() == Verdict.PASS && isProven(attempt(cell).evidence());
    }

    private static boolean isProven(Evidence evidence) {
        return evidence.proof() == ProofClass.PROVEN
                && evidence.where().proven().equals(Optional.of(evidence.where().requested()));
    }

    /** Empty where the cell does not have it; of a percentile that its samples are too few for, the reason. */
    Optional<Figure> figure(Quantity quantity, Remedy measuring) {
        Attempt.Measured measured = attempt(cell).measured();
        return switch (quantity) {
            case MEMORY -> measured.memory().map(this::peak);
            case SIZE ->
                Optional.of(new Figure.Measured((double) cell.run().model().bytes(), "the model's files"));
            case LOAD ->
                measured.phases()
                        .create()
                        .map(time -> new Figure.Measured(time.toNanos() / 1e6, "until the session was there"));
            case MEDIAN, MEAN, P90, P95, P99 -> ofSamples(quantity, measuring);
        };
    }

    /** A runner serves many models in turn: in a process of its own a model has no more than the peak, and what it added at least. */
    private Figure peak(Memory memory) {
        long leftBehind = MeasuredGrowth.before(cell)
                .flatMap(before -> held.map(base -> Math.max(0, before - base)))
                .orElse(0L);
        return new Figure.Measured(
                (double) memory.peakBytes(),
                (double) (memory.peakBytes() - Math.min(leftBehind, memory.peakBytes())),
                "peak of its processes, with what they held before, of earlier models of the run too: "
                        + memory.source());
    }

    private Optional<Figure> ofSamples(Quantity quantity, Remedy measuring) {
        Samples samples = cell.samples();
        Optional<Summary> summary = Summary.of(samples);
        if (summary.isEmpty()) {
            return Optional.empty();
        }
        String source = "%d warm inferences".formatted(samples.size());
        if (quantity.percentile().isEmpty()) {
            return Optional.of(new Figure.Measured(
                    quantity == Quantity.MEAN
                            ? summary.get().mean()
                            : summary.get().median(),
                    source));
        }
        double share = quantity.percentile().getAsDouble();
        OptionalDouble percentile = Summary.percentile(samples, share);
        return Optional.of(
                percentile.isPresent()
                        ? new Figure.Measured(percentile.getAsDouble(), source)
                        : new Figure.Unknown(
                                "it takes %d samples, and there are %d"
                                        .formatted(Summary.needed(share), samples.size()),
                                measuring.withSamples(Summary.needed(share))));
    }
}
