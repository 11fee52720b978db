package dev.bascule.cli.train;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.LayerGradient;
import dev.bascule.reports.training.TrainingFindings;
import dev.bascule.reports.training.TrainingFindings.Reproduction;
import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.reports.training.TrainingTask;
import dev.bascule.studies.decode.CacheSeen;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.Repetition;
import dev.bascule.studies.training.StepTimes;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.studies.training.TrainingRequest;
import dev.bascule.studies.training.Trajectory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A report's trainings as the history and the page have them. Immutable.
 *
 * @param at when the command began
 * @param product version of Bascule
 * @param machine fingerprint; empty where nobody could say
 */
record TrainedRuns(
        TrainingRequest request, TrainingReport report, Instant at, String product, Optional<String> machine) {

    /** In the order of the report. */
    List<TrainingRun> all() {
        return IntStream.range(0, report.targets().size())
                .mapToObj(i -> run(i + 1, report.targets().get(i)))
                .toList();
    }

    private TrainingRun run(int number, TargetTraining target) {
        return new TrainingRun(
                new TrainingRun.Key(request.run().invocation().id(), number),
                at,
                product,
                place(target),
                task(target),
                found(target),
                steps(target),
                target.learnt().evaluations().stream()
                        .map(each -> new HeldOut(each.step(), each.trained(), each.right(), each.of()))
                        .toList(),
                target.checks().gradients().stream()
                        .flatMap(judged -> judged.layers().stream())
                        .map(layer -> new LayerGradient(
                                layer.name(),
                                layer.elements(),
                                layer.furthest(),
                                layer.relative(),
                                layer.beyond().stream()
                                        .mapToLong(Long::longValue)
                                        .sum(),
                                layer.difference()))
                        .toList(),
                false);
    }

    private TrainingPlace place(TargetTraining target) {
        return new TrainingPlace(
                machine,
                target.target().id(),
                target.target().backend().id(),
                target.target().browser().map(browser -> browser.name() + " " + browser.version()),
                target.target().engine(),
                target.target().software(),
                target.state().word(),
                target.checks().seen().map(CacheSeen::words),
                Optional.of(new TrainingPlace.Settings(
                        request.settings().threads(),
                        request.settings().graphOptimization().word())),
                target.chain().map(Chain::toString));
    }

    private TrainingTask task(TargetTraining target) {
        TrainingReport.Trained trained = report.trained();
        return new TrainingTask(
                report.network(),
                report.parameters(),
                new TrainingTask.Data(
                        trained.data(),
                        trained.sha256(),
                        trained.train(),
                        trained.test(),
                        trained.classes(),
                        trained.chance()),
                new TrainingTask.Method(trained.optimizer(), learningRate(request), request.clip()),
                trained.batch(),
                trained.steps(),
                trained.resident(),
                target.seed(),
                trained.modelSha256(),
                trained.resumed());
    }

    private static OptionalDouble learningRate(TrainingRequest request) {
        return request.learningRate()
                .map(rate -> OptionalDouble.of(rate.peak()))
                .orElse(OptionalDouble.empty());
    }

    private static TrainingFindings found(TargetTraining target) {
        TargetTraining.Checks checks = target.checks();
        return new TrainingFindings(
                target.verdict(),
                target.fault().map(fault -> fault.failure().message()),
                target.wrong(),
                checks.placement().map(placement -> placement.evidence().proof()),
                checks.placement().map(SessionPlacement::where),
                new TrainingFindings.Checks(
                        checks.trajectory()
                                .map(Trajectory::steps)
                                .map(List::size)
                                .orElse(0),
                        checks.trajectory().stream()
                                .mapToDouble(Trajectory::furthest)
                                .max(),
                        checks.reference()
                                .map(same -> Reproduction.valueOf(same.kind().name())),
                        checks.reference().stream()
                                .flatMapToInt(same -> same.firstOther().stream())
                                .min(),
                        checks.reference().stream()
                                .filter(same -> same.firstOther().isPresent())
                                .mapToDouble(Agreement::furthest)
                                .filter(Double::isFinite)
                                .max(),
                        checks.repeated().map(Repetition::isBitwise),
                        checks.resumed().map(Repetition::isBitwise)),
                // A page and a history that know of no chains and passes have them in words.
                Stream.of(target.reservations(), ExtraWords.of(target), target.notes())
                        .flatMap(List::stream)
                        .toList());
    }

    private static List<TrainingStep> steps(TargetTraining target) {
        Samples feeds = target.costs().times().map(StepTimes::feeds).orElse(Samples.NONE);
        Samples times = target.costs().times().map(StepTimes::steps).orElse(Samples.NONE);
        long before = target.learnt().start();
        List<Float> losses = target.learnt().losses();
        List<OptionalDouble> feedMillis = padded(feeds, losses.size());
        List<OptionalDouble> stepMillis = padded(times, losses.size());
        return IntStream.range(0, losses.size())
                .mapToObj(i -> new TrainingStep(before + i + 1, losses.get(i), feedMillis.get(i), stepMillis.get(i)))
                .toList();
    }

    private static List<OptionalDouble> padded(Samples samples, int size) {
        double[] millis = samples.millis();
        return Stream.concat(
                        IntStream.range(0, Math.min(size, millis.length)).mapToObj(i -> OptionalDouble.of(millis[i])),
                        Stream.generate(OptionalDouble::empty))
                .limit(size)
                .toList();
    }
}
