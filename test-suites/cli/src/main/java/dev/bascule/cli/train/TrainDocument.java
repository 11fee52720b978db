package dev.bascule.cli.train;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.reports.training.ReferenceConvergence;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.Convergence;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.MixedSteps;
import dev.bascule.studies.training.PassTimes;
import dev.bascule.studies.training.Repetition;
import dev.bascule.studies.training.StepTimes;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainedEmission;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.studies.training.Trajectory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What {@code train --json} prints; {@code train-v1.schema.json} describes it. What is not known is null. Stateless. */
final class TrainDocument {
    private TrainDocument() {}

    static Map<String, Object> of(TrainingReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("schemaVersion", 1);
        map.put("network", report.network());
        map.put("parameters", report.parameters());
        map.put("operators", report.operators());
        map.put("interrupted", report.interrupted());
        TrainingReport.Trained trained = report.trained();
        Map<String, Object> how = new LinkedHashMap<>();
        how.put("modelSha256", trained.modelSha256());
        how.put("data", trained.data());
        how.put("sha256", trained.sha256());
        how.put("train", trained.train());
        how.put("test", trained.test());
        how.put("classes", trained.classes());
        how.put("chance", trained.chance());
        how.put("optimizer", trained.optimizer());
        how.put("batch", trained.batch());
        how.put("steps", trained.steps());
        how.put("resumed", trained.resumed());
        how.put("parts", trained.form().accumulation());
        how.put("mixedPrecision", trained.form().isMixed());
        how.put("dropout", present(trained.form().dropout()));
        how.put("feed", trained.resident() ? "resident" : "host");
        how.put("notes", trained.notes());
        map.put("training", how);
        map.put("targets", report.targets().stream().map(TrainDocument::target).toList());
        map.put(
                "convergence",
                report.convergences().stream().map(TrainDocument::convergence).toList());
        map.put("peers", report.peers().stream().map(TrainPeerDocument::of).toList());
        map.put("absent", report.absent());
        report.emission().ifPresent(each -> map.put("emitted", emitted(each)));
        return map;
    }

    private static Map<String, Object> emitted(TrainedEmission emission) {
        if (emission instanceof TrainedEmission.Withheld no) {
            return Map.of("withheld", no.why());
        }
        TrainedEmission.Written done = (TrainedEmission.Written) emission;
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("file", done.file().toString());
        map.put("sha256", done.sha256());
        map.put("stateSha256", done.stateSha256());
        map.put("target", done.target());
        map.put("seed", done.seed());
        map.put("step", done.step());
        map.put("right", done.proof().right());
        map.put("of", done.proof().of());
        map.put("off", done.proof().off());
        return map;
    }

    private static Map<String, Object> target(TargetTraining target) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", target.target().id());
        map.put("backend", target.target().backend().id());
        map.put("browser", target.target().browser().map(browser -> browser.name() + " " + browser.version()));
        map.put("engine", target.target().engine().toString());
        map.put("software", target.target().software());
        map.put("seed", target.seed());
        map.put("state", target.state().word());
        map.put("startStep", target.learnt().start());
        map.put("verdict", target.verdict().name());
        map.put("failure", target.fault().map(fault -> fault.failure().message()));
        map.put("reason", target.wrong());
        map.put("reservations", target.reservations());
        map.put("chain", target.chain().map(Chain::toString));
        map.put(
                "fellBackFrom",
                target.before().stream().map(TrainDocument::tried).toList());
        TargetTraining.Checks checks = target.checks();
        map.put("placement", checks.placement().map(SessionPlacement::words));
        map.put(
                "proof",
                checks.placement().map(placement -> placement.evidence().proof().name()));
        map.put("gradientPlacement", checks.gradientPlacement().map(SessionPlacement::words));
        map.put("stateSeen", checks.seen().map(seen -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("locations", seen.locations());
            one.put("steps", seen.iterations());
            one.put("readBackBytesPerStep", seen.readBackBytes());
            return one;
        }));
        map.put("gradients", checks.gradients().map(TrainDocument::gradients));
        map.put("trajectory", checks.trajectory().map(TrainDocument::trajectory));
        map.put("reference", checks.reference().map(TrainDocument::agreement));
        map.put("repeated", checks.repeated().map(TrainDocument::repetition));
        map.put("resumed", checks.resumed().map(TrainDocument::repetition));
        map.put(
                "losses",
                target.learnt().losses().stream().map(loss -> finite(loss)).toList());
        map.put(
                "evaluations",
                target.learnt().evaluations().stream()
                        .map(TrainDocument::evaluation)
                        .toList());
        map.put("classes", target.learnt().last().flatMap(Evaluation::answers).map(TrainClassesDocument::of));
        map.put("reachedAtStep", present(target.learnt().reached()));
        map.put("times", target.times().map(TrainDocument::times));
        map.put("passes", target.passes().map(TrainDocument::passes));
        map.put("mixedPrecision", checks.mixed().map(TrainDocument::mixed));
        map.put("memoryBytesPerStep", target.costs().memory().map(TrainDocument::trend));
        map.put("memoryPeakBytes", present(target.costs().peak()));
        map.put("notes", target.notes());
        return map;
    }

    private static Map<String, Object> convergence(Convergence convergence) {
        ReferenceConvergence beside = convergence.beside();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", convergence.target().id());
        map.put("state", convergence.state().word());
        map.put("verdict", beside.verdict().name());
        map.put("p", beside.p());
        map.put("ratio", present(beside.ratio()));
        map.put("reached", beside.reached());
        map.put("of", beside.of());
        map.put("referenceReached", beside.referenceReached());
        map.put("referenceOf", beside.referenceOf());
        map.put("leftOut", convergence.leftOut());
        return map;
    }

    static Map<String, Object> gradients(GradientJudgement judged) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("compared", judged.compared());
        map.put("furthestDeviations", finite(judged.furthest()));
        map.put("relative", finite(judged.relative()));
        map.put("finiteDifference", present(judged.difference()));
        map.put(
                "layers",
                judged.layers().stream()
                        .map(layer -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("name", layer.name());
                            one.put("elements", layer.elements());
                            one.put("furthestDeviations", finite(layer.furthest()));
                            one.put("relative", finite(layer.relative()));
                            one.put("beyond", layer.beyond());
                            one.put("finiteDifference", present(layer.difference()));
                            return one;
                        })
                        .toList());
        return map;
    }

    static Map<String, Object> trajectory(Trajectory trajectory) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("judged", trajectory.judged());
        map.put("furthestDeviations", finite(trajectory.furthest()));
        map.put(
                "steps",
                trajectory.steps().stream()
                        .map(step -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("step", step.number());
                            one.put("exact", finite(step.exact()));
                            one.put("got", finite(step.got()));
                            one.put("deviations", finite(step.off()));
                            one.put("beyond", step.beyond());
                            one.put("undetermined", step.undetermined());
                            return one;
                        })
                        .toList());
        return map;
    }

    static Map<String, Object> agreement(Agreement agreement) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("class", agreement.kind().name().toLowerCase(Locale.ROOT));
        map.put("steps", agreement.steps());
        map.put("firstOtherStep", present(agreement.firstOther()));
        map.put("firstBeyondStep", present(agreement.firstBeyond()));
        map.put("furthest", finite(agreement.furthest()));
        return map;
    }

    private static Map<String, Object> repetition(Repetition repetition) {
        Map<String, Object> map = new LinkedHashMap<>(agreement(repetition.losses()));
        map.put("sameState", repetition.sameState());
        return map;
    }

    static Map<String, Object> evaluation(Evaluation evaluation) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("step", evaluation.step());
        map.put("trainedMs", evaluation.trained().toNanos() / 1e6);
        map.put("right", evaluation.right());
        map.put("of", evaluation.of());
        map.put("accuracy", evaluation.accuracy());
        map.put("low", evaluation.interval().low());
        map.put("high", evaluation.interval().high());
        return map;
    }

    private static Map<String, Object> times(StepTimes times) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("samplesPerSecond", times.samplesPerSecond());
        map.put("feed", summary(times.feeds()));
        map.put("step", summary(times.steps()));
        map.put("readBack", summary(times.readBacks()));
        return map;
    }

    static Map<String, Object> summary(Samples samples) {
        Optional<Summary> summary = Summary.of(samples);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("medianMs", summary.map(Summary::median));
        map.put("p90Ms", summary.flatMap(all -> present(all.p90())));
        map.put("n", samples.size());
        return map;
    }

    private static Map<String, Object> tried(TargetTraining.Tried tried) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", tried.target().id());
        map.put("verdict", tried.why().verdict().name());
        map.put("failure", tried.why().failure().message());
        map.put("remedies", tried.why().failure().remedies());
        return map;
    }

    private static Map<String, Object> passes(PassTimes passes) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("forward", summary(passes.forward()));
        map.put("gradient", summary(passes.gradient()));
        map.put("step", summary(passes.step()));
        map.put("gradientByForward", ratio(passes.toGradient()));
        map.put("stepByForward", ratio(passes.toStep()));
        return map;
    }

    private static Map<String, Object> ratio(Ratio ratio) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("value", ratio.value());
        map.put("low", ratio.ci95().map(Interval::low));
        map.put("high", ratio.ci95().map(Interval::high));
        return map;
    }

    private static Map<String, Object> mixed(MixedSteps mixed) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("lossScale", present(mixed.scale()));
        map.put("skipped", mixed.skipped());
        map.put("steps", mixed.steps());
        return map;
    }

    private static Map<String, Object> trend(Trend trend) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("slope", trend.slope());
        map.put("low", trend.ci95().map(Interval::low));
        map.put("high", trend.ci95().map(Interval::high));
        return map;
    }

    private static Optional<Double> present(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    private static Optional<Long> present(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    private static Optional<Integer> present(OptionalInt value) {
        return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
    }

    /** JSON has no infinity. */
    static Optional<Double> finite(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }
}
