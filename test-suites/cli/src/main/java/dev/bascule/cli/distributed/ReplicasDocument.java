package dev.bascule.cli.distributed;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.replicas.Ending;
import dev.bascule.studies.replicas.Loss;
import dev.bascule.studies.replicas.ReplicaFigures;
import dev.bascule.studies.replicas.ReplicaPlan;
import dev.bascule.studies.replicas.ReplicasReport;
import dev.bascule.studies.replicas.ReplicasReport.Replica;
import dev.bascule.studies.replicas.Round;
import dev.bascule.studies.replicas.Share;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.TrainingReport.Trained;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What {@code distributed replicas --json} prints; {@code replicas-v1.schema.json} describes it. What is not known is null. Stateless. */
final class ReplicasDocument {
    private ReplicasDocument() {}

    static Map<String, Object> of(ReplicasReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        // Of what is wrong there are no times.
        boolean timed = report.figures().isPresent();
        map.put("schemaVersion", 1);
        map.put("network", report.network());
        map.put("parameters", report.parameters());
        map.put("processors", report.processors());
        map.put("oversubscribed", report.isOversubscribed());
        map.put("interrupted", report.interrupted());
        map.put("failure", report.failure().map(Failure::message));
        map.put("training", training(report.trained(), report.plan()));
        map.put(
                "replicas",
                report.replicas().stream()
                        .map(replica -> replica(replica, timed))
                        .toList());
        map.put(
                "rounds",
                report.rounds().stream().map(round -> round(round, timed)).toList());
        map.put(
                "invariants",
                report.findings().stream().map(ReplicasDocument::finding).toList());
        map.put("accuracy", report.accuracy().map(ReplicasDocument::evaluation));
        map.put("oneWorkerAccuracy", report.one().map(ReplicasDocument::evaluation));
        map.put("besideOneWorker", report.besideOne().map(ReplicasDocument::agreement));
        map.put("ending", report.ending().map(ReplicasDocument::ending));
        map.put("figures", report.figures().map(ReplicasDocument::figures));
        return map;
    }

    private static Map<String, Object> training(Trained trained, ReplicaPlan plan) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("modelSha256", trained.modelSha256());
        map.put("data", trained.data());
        map.put("sha256", trained.sha256());
        map.put("train", trained.train());
        map.put("test", trained.test());
        map.put("chance", trained.chance());
        map.put("optimizer", trained.optimizer());
        map.put("batch", plan.shards().batch());
        map.put("shards", plan.shards().counts());
        map.put("steps", plan.steps());
        map.put("exactSteps", plan.exact());
        map.put("every", plan.every());
        map.put("seed", plan.seed());
        map.put("patienceMs", millis(plan.patience()));
        map.put("restarts", plan.restarts());
        map.put("notes", trained.notes());
        return map;
    }

    private static Map<String, Object> replica(Replica replica, boolean timed) {
        Map<String, Object> map = new LinkedHashMap<>();
        Target target = replica.target();
        map.put("rank", replica.rank());
        map.put("target", target.id());
        map.put("backend", target.backend().id());
        map.put("browser", target.browser().map(browser -> browser.name() + " " + browser.version()));
        map.put("engine", target.engine().toString());
        map.put("software", target.software());
        map.put("elsewhere", replica.elsewhere());
        map.put("samples", replica.samples());
        map.put("unopened", replica.unopened().map(why -> why.failure().message()));
        map.put("gradients", replica.gradients().map(ReplicasDocument::gradients));
        map.put("placement", replica.placement().map(SessionPlacement::words));
        map.put(
                "proof",
                replica.placement()
                        .map(placement -> placement.evidence().proof().name()));
        map.put("restartedInStep", replica.restarted());
        map.put("losses", replica.losses().stream().map(ReplicasDocument::loss).toList());
        ReplicaFigures.Each times = replica.times();
        map.put("feedMs", timed ? median(times.feed()) : Optional.empty());
        map.put("computeMs", timed ? median(times.compute()) : Optional.empty());
        map.put("transferMs", timed ? median(times.transfer()) : Optional.empty());
        map.put("idleMs", timed ? median(times.idle()) : Optional.empty());
        map.put("sentBytes", times.traffic().map(WireTraffic::sent));
        map.put("receivedBytes", times.traffic().map(WireTraffic::received));
        map.put("theorySentBytes", replica.theory().of(false).sent());
        map.put("theoryReceivedBytes", replica.theory().of(false).received());
        map.put("notes", replica.notes());
        return map;
    }

    private static Map<String, Object> gradients(GradientJudgement judged) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("compared", judged.compared());
        map.put("furthestDeviations", finite(judged.furthest()));
        map.put("relative", finite(judged.relative()));
        map.put("wrong", judged.wrong());
        return map;
    }

    private static Map<String, Object> loss(Loss loss) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("step", loss.step());
        map.put("why", loss.why().failure().message());
        map.put("restarted", loss.restarted());
        return map;
    }

    private static Map<String, Object> round(Round round, boolean timed) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("step", round.step().isPresent() ? Optional.of(round.step().getAsLong()) : Optional.empty());
        map.put("loss", finite(round.loss()));
        map.put("samples", round.samples());
        map.put("resharded", round.isResharded());
        map.put("shown", round.shown());
        map.put("last", round.last().isPresent() ? Optional.of(round.last().getAsInt()) : Optional.empty());
        map.put("gatherMs", timed ? Optional.of(millis(round.gather())) : Optional.empty());
        map.put("reduceMs", timed ? Optional.of(millis(round.reduce())) : Optional.empty());
        map.put("updateMs", timed ? Optional.of(millis(round.update())) : Optional.empty());
        map.put(
                "shares",
                round.shares().stream().map(share -> share(share, timed)).toList());
        return map;
    }

    private static Map<String, Object> share(Share share, boolean timed) {
        Optional<Share.Times> times = timed ? share.times() : Optional.empty();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rank", share.rank());
        map.put("fate", share.fate().name());
        map.put("samples", share.samples());
        map.put("pieces", share.pieces());
        map.put("why", share.words().isEmpty() ? Optional.empty() : Optional.of(share.words()));
        map.put("feedMs", times.map(each -> millis(each.feed())));
        map.put("computeMs", times.map(each -> millis(each.compute())));
        map.put("readBackMs", times.map(each -> millis(each.readBack())));
        map.put("transferMs", times.map(each -> millis(each.transfer())));
        map.put("idleMs", times.map(each -> millis(each.idle())));
        map.put("sentBytes", share.times().flatMap(Share.Times::traffic).map(WireTraffic::sent));
        map.put("receivedBytes", share.times().flatMap(Share.Times::traffic).map(WireTraffic::received));
        return map;
    }

    private static Map<String, Object> finding(Finding finding) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("invariant", finding.invariant().name());
        map.put(
                "holds",
                finding.verdict() == Invariant.Verdict.NOT_JUDGED ? Optional.empty() : Optional.of(finding.holds()));
        map.put("seen", finding.words());
        return map;
    }

    private static Map<String, Object> evaluation(Evaluation evaluation) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("right", evaluation.right());
        map.put("of", evaluation.of());
        map.put("accuracy", evaluation.accuracy());
        map.put("low", evaluation.interval().low());
        map.put("high", evaluation.interval().high());
        return map;
    }

    private static Map<String, Object> ending(Ending ending) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("undisturbed", finite(ending.undisturbed()));
        map.put("sameSamples", finite(ending.same()));
        map.put("otherOrder", finite(ending.order()));
        map.put("allowed", finite(ending.bound()));
        map.put("lackingSteps", ending.steps());
        map.put("answers", ending.answers().map(ReplicasDocument::answers));
        return map;
    }

    private static Map<String, Object> answers(Ending.Answers answers) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("of", answers.of());
        map.put("other", answers.other());
        map.put("rightHereAlone", answers.ownAlone());
        map.put("rightThereAlone", answers.oneAlone());
        map.put("mcNemarP", answers.mcNemar());
        return map;
    }

    private static Map<String, Object> agreement(Agreement agreement) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("class", agreement.kind().name().toLowerCase(Locale.ROOT));
        map.put("steps", agreement.steps());
        map.put("furthest", finite(agreement.furthest()));
        return map;
    }

    private static Map<String, Object> figures(ReplicaFigures figures) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rounds", figures.rounds().size());
        map.put("roundMs", median(figures.rounds()));
        map.put("reduceMs", median(figures.reduce()));
        map.put("updateMs", median(figures.update()));
        map.put("samplesPerSecond", figures.samplesPerSecond());
        map.put("transferShare", figures.transfer());
        map.put("loadBalance", figures.balance());
        map.put("efficiency", present(figures.efficiency()));
        map.put("bottleneck", figures.bottleneck());
        map.put("bottleneckShare", figures.lastOf());
        return map;
    }

    private static Optional<Double> median(Samples samples) {
        return samples.isEmpty() ? Optional.empty() : Optional.of(samples.median());
    }

    private static Optional<Double> present(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    /** JSON has no infinity. */
    private static Optional<Double> finite(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
