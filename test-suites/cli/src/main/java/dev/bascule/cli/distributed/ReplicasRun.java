package dev.bascule.cli.distributed;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.LayerGradient;
import dev.bascule.reports.training.TrainingFindings;
import dev.bascule.reports.training.TrainingFindings.Reproduction;
import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingReplica;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.reports.training.TrainingTask;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.replicas.ReplicasReport;
import dev.bascule.studies.replicas.ReplicasReport.Replica;
import dev.bascule.studies.replicas.ReplicasRequest;
import dev.bascule.studies.replicas.Round;
import dev.bascule.studies.replicas.Share;
import dev.bascule.studies.training.TrainingReport.Trained;
import dev.bascule.studies.training.Trajectory;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What replicas trained together, as the history has it: one training whose place is all of them. Immutable.
 *
 * @param at when the command began
 * @param product version of Bascule
 * @param machine fingerprint; empty where nobody could say
 */
record ReplicasRun(
        ReplicasRequest request, ReplicasReport report, Instant at, String product, Optional<String> machine) {

    TrainingRun run() {
        return new TrainingRun(
                new TrainingRun.Key(request.run().invocation().id(), 1),
                at,
                product,
                place(),
                task(),
                found(),
                steps(),
                evaluations(),
                report.replicas().stream().flatMap(ReplicasRun::layers).toList(),
                false);
    }

    private TrainingPlace place() {
        return TrainingPlace.together(
                machine,
                report.replicas().stream().map(this::replica).toList(),
                "on the host, which gives parameters out in each round",
                new TrainingPlace.Settings(
                        request.settings().threads(),
                        request.settings().graphOptimization().word()));
    }

    private TrainingReplica replica(Replica replica) {
        return new TrainingReplica(
                replica.target().id(),
                replica.target().backend().id(),
                replica.target().browser().map(browser -> browser.name() + " " + browser.version()),
                replica.target().engine(),
                replica.target().software(),
                replica.samples(),
                report.counted(replica.rank(), Share.Fate.TAKEN),
                replica.placement().map(placement -> placement.evidence().proof()),
                replica.placement().map(placement -> placement.where() + since(replica)),
                replica.elsewhere());
    }

    private static String since(Replica replica) {
        return replica.restarted().map(", since step %d"::formatted).orElse("");
    }

    private TrainingTask task() {
        Trained trained = report.trained();
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
                new TrainingTask.Method(trained.optimizer(), request.learningRate(), OptionalDouble.empty()),
                report.plan().shards().batch(),
                report.plan().steps(),
                false,
                report.plan().seed(),
                trained.modelSha256());
    }

    private Verdict verdict() {
        if (broken().isPresent()) {
            return Verdict.WRONG;
        }
        if (ended().isPresent()) {
            return unopened()
                    .map(replica -> replica.unopened().orElseThrow().verdict())
                    .orElse(Verdict.FAILED);
        }
        return report.rounds().isEmpty() || report.interrupted() ? Verdict.SKIPPED : placed();
    }

    private Verdict placed() {
        return report.replicas().stream()
                .map(replica ->
                        replica.placement().map(SessionPlacement::verdict).orElse(Verdict.FAILED))
                .max(Comparator.naturalOrder())
                .orElse(Verdict.FAILED);
    }

    private Optional<String> broken() {
        return report.findings().stream()
                .filter(Finding::broken)
                .findFirst()
                .map(finding -> "broken: %s: %s".formatted(finding.invariant().words(), finding.words()));
    }

    private Optional<Replica> unopened() {
        return report.replicas().stream()
                .filter(replica -> replica.unopened().isPresent())
                .findFirst();
    }

    private Optional<String> ended() {
        return report.failure()
                .map(Failure::message)
                .or(() -> unopened()
                        .map(replica -> "[%d] did not begin: %s"
                                .formatted(
                                        replica.rank(),
                                        replica.unopened()
                                                .orElseThrow()
                                                .failure()
                                                .message())))
                .or(this::lacking);
    }

    /** Who was not there to the end, where all rounds were made. */
    private Optional<String> lacking() {
        return report.interrupted() || report.rounds().isEmpty()
                ? Optional.empty()
                : report.replicas().stream()
                        .filter(replica -> replica.placement().isEmpty())
                        .findFirst()
                        .map(replica ->
                                "[%d] was not there to the end: nothing shows where it ran".formatted(replica.rank()));
    }

    private TrainingFindings found() {
        Verdict verdict = verdict();
        return new TrainingFindings(
                verdict,
                ended(),
                broken(),
                proof(),
                placement(),
                new TrainingFindings.Checks(
                        report.exact().map(Trajectory::steps).map(List::size).orElse(0),
                        report.exact().stream()
                                .mapToDouble(Trajectory::furthest)
                                .max(),
                        report.besideOne()
                                .map(same -> Reproduction.valueOf(same.kind().name())),
                        report.besideOne().map(same -> same.firstOther()).orElse(OptionalInt.empty()),
                        report.findings().stream()
                                .filter(finding -> finding.invariant() == Invariant.REPEATED)
                                .filter(finding -> finding.verdict() != Invariant.Verdict.NOT_JUDGED)
                                .findFirst()
                                .map(Finding::holds),
                        Optional.empty()),
                notes());
    }

    /** Of all replicas; the weakest. */
    private Optional<ProofClass> proof() {
        List<ProofClass> proofs = report.replicas().stream()
                .flatMap(replica -> replica.placement().stream())
                .map(placement -> placement.evidence().proof())
                .toList();
        return proofs.size() < report.replicas().size()
                ? Optional.empty()
                : proofs.stream().max(Comparator.naturalOrder());
    }

    private Optional<String> placement() {
        String words = report.replicas().stream()
                .filter(replica -> replica.placement().isPresent())
                .map(replica -> "[%d] %s%s"
                        .formatted(
                                replica.rank(),
                                replica.placement().map(SessionPlacement::where).orElse(""),
                                since(replica)))
                .collect(Collectors.joining("; "));
        return words.isEmpty() ? Optional.empty() : Optional.of(words);
    }

    private List<String> notes() {
        return Stream.of(
                        rounds(),
                        report.findings().stream()
                                .map(finding -> "%s: %s: %s"
                                        .formatted(
                                                switch (finding.verdict()) {
                                                    case HOLDS -> "holds";
                                                    case BROKEN -> "broken";
                                                    case NOT_JUDGED -> "not judged";
                                                },
                                                finding.invariant().words(),
                                                finding.words())),
                        report.replicas().stream()
                                .flatMap(replica -> replica.losses().stream()
                                        .map(loss -> "[%d] lost in step %d, %s: %s"
                                                .formatted(
                                                        replica.rank(),
                                                        loss.step(),
                                                        loss.restarted() ? "started again" : "and left out",
                                                        loss.why().failure().message()))),
                        report.replicas().stream()
                                .flatMap(replica -> replica.notes().stream()
                                        .map(note -> "[%d] %s".formatted(replica.rank(), note))))
                .flatMap(some -> some)
                .toList();
    }

    private Stream<String> rounds() {
        long lacking =
                report.rounds().stream().filter(round -> !round.isWhole()).count();
        long resharded = report.rounds().stream().filter(Round::isResharded).count();
        return lacking + resharded == 0
                ? Stream.empty()
                : Stream.of("%d of %d rounds without a part of their batch; in %d others took over a share"
                        .formatted(lacking, report.rounds().size(), resharded));
    }

    /** Times are of rounds that {@link ReplicasReport#figures} are of: of others, and of what is wrong, there are none. */
    private List<TrainingStep> steps() {
        return report.rounds().stream()
                .filter(round -> round.step().isPresent())
                .map(round -> {
                    Optional<Duration> feed = report.figures()
                            .filter(any -> round.step().getAsLong() > 1 && round.isUndivided() && !round.shown())
                            .flatMap(any -> feed(round));
                    return new TrainingStep(
                            round.step().getAsLong(),
                            (float) round.loss(),
                            millis(feed),
                            millis(feed.map(known -> round.whole().minus(known))));
                })
                .toList();
    }

    /** Of whoever came last, by its own clock; the round is what is left. */
    private static Optional<Duration> feed(Round round) {
        return round.last().stream()
                .mapToObj(last -> round.shares().stream().filter(share -> share.rank() == last))
                .flatMap(same -> same)
                .flatMap(share -> share.times().stream())
                .map(Share.Times::feed)
                .filter(feed -> feed.compareTo(round.whole()) <= 0)
                .findFirst();
    }

    private static OptionalDouble millis(Optional<Duration> duration) {
        return duration.stream().mapToDouble(known -> known.toNanos() / 1e6).max();
    }

    private List<HeldOut> evaluations() {
        return report.accuracy().stream()
                .map(each -> new HeldOut(each.step(), each.trained(), each.right(), each.of()))
                .toList();
    }

    private static Stream<LayerGradient> layers(Replica replica) {
        return replica.gradients().stream()
                .flatMap(judged -> judged.layers().stream())
                .map(layer -> new LayerGradient(
                        "[%d] %s".formatted(replica.rank(), layer.name()),
                        layer.elements(),
                        layer.furthest(),
                        layer.relative(),
                        layer.beyond().stream().mapToLong(Long::longValue).sum(),
                        layer.difference()));
    }
}
