package dev.bascule.cli.distributed;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.replicas.Ending;
import dev.bascule.studies.replicas.Loss;
import dev.bascule.studies.replicas.ReplicaFigures;
import dev.bascule.studies.replicas.ReplicasReport;
import dev.bascule.studies.replicas.ReplicasReport.Replica;
import dev.bascule.studies.replicas.Round;
import dev.bascule.studies.replicas.Share.Fate;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.TrainingReport.Trained;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What {@code distributed replicas} says to people. Immutable. */
record ReplicasText(Style style) {
    private static final int SHOWN = 5;

    String of(ReplicasReport report) {
        Trained trained = report.trained();
        StringBuilder text =
                new StringBuilder("%s, %s parameters: %d replicas, %s by %s on %s, %d samples a round as %s%n%n"
                        .formatted(
                                style.strong(report.network()),
                                Figures.whole(report.parameters()),
                                report.replicas().size(),
                                Figures.counted(report.plan().steps(), "step"),
                                trained.optimizer(),
                                trained.data(),
                                report.plan().shards().batch(),
                                report.plan().shards().words()));
        text.append(replicas(report)).append('\n');
        report.replicas()
                .forEach(
                        replica -> text.append(lines(replica, !report.findings().isEmpty())));
        text.append(rounds(report));
        text.append(RankText.findings(report.findings()));
        text.append(learnt(report));
        report.figures().ifPresent(figures -> text.append(figures(report, figures)));
        trained.notes().forEach(note -> text.append(style.faint(note)).append('\n'));
        return text.append(RankText.failure(report.failure())).toString();
    }

    private static String replicas(ReplicasReport report) {
        TextTable table = new TextTable(
                "",
                "replica",
                "samples",
                "rounds",
                "late",
                "lost",
                "away",
                "took over",
                "gradients, furthest",
                "feed",
                "compute",
                "transfer",
                "idle",
                "sent",
                "received");
        boolean right = report.figures().isPresent();
        for (Replica replica : report.replicas()) {
            ReplicaFigures.Each times = replica.times();
            table.row(
                    "[%d]".formatted(replica.rank()),
                    words(replica.target())
                            + replica.elsewhere().map(" by "::concat).orElse(""),
                    Integer.toString(replica.samples()),
                    Long.toString(report.counted(replica.rank(), Fate.TAKEN)),
                    Long.toString(report.counted(replica.rank(), Fate.LATE)),
                    Long.toString(
                            report.counted(replica.rank(), Fate.LOST) + report.counted(replica.rank(), Fate.UNSOUND)),
                    Long.toString(report.counted(replica.rank(), Fate.AWAY) + report.counted(replica.rank(), Fate.OUT)),
                    Long.toString(report.tookOver(replica.rank())),
                    replica.gradients()
                            .map(all -> Figures.sigma(all.furthest()))
                            .orElse("-"),
                    right ? median(times.feed()) : "-",
                    right ? median(times.compute()) : "-",
                    right ? median(times.transfer()) : "-",
                    right ? median(times.idle()) : "-",
                    bytes(times, WireTraffic::sent),
                    bytes(times, WireTraffic::received));
        }
        return table.toString();
    }

    private static String bytes(ReplicaFigures.Each times, Function<WireTraffic, Long> which) {
        return times.traffic().map(which).map(Figures::bytes).orElse("-");
    }

    private String lines(Replica replica, boolean ran) {
        StringBuilder text = new StringBuilder();
        replica.unopened()
                .ifPresent(why -> text.append("[%d] %s %s: %s%n"
                        .formatted(
                                replica.rank(),
                                style.bad("did not begin,"),
                                why.verdict().name(),
                                why.failure().message())));
        replica.placement()
                .map(SessionPlacement::words)
                .ifPresent(words -> text.append("[%d] %s%s%n"
                        .formatted(
                                replica.rank(),
                                words,
                                replica.restarted()
                                        .map(
                                                ", since it was started again in step %d: nothing shows where it ran before"
                                                        ::formatted)
                                        .orElse(""))));
        if (ran && replica.placement().isEmpty()) {
            text.append("[%d] %s nothing shows where it ran%n"
                    .formatted(replica.rank(), style.bad("was not there to the end:")));
        }
        for (Loss loss : replica.losses()) {
            text.append("[%d] lost in step %d, %s: %s%n"
                    .formatted(
                            replica.rank(),
                            loss.step(),
                            loss.restarted() ? "started again" : "and left out",
                            loss.why().failure().message()));
        }
        replica.notes().forEach(note -> text.append("[%d] %s%n".formatted(replica.rank(), note)));
        return text.toString();
    }

    /** Rounds without a part of their batch. */
    private static String rounds(ReplicasReport report) {
        List<Round> lacking =
                report.rounds().stream().filter(round -> !round.isWhole()).toList();
        StringBuilder text = new StringBuilder();
        lacking.stream()
                .limit(SHOWN)
                .forEach(round -> text.append("step %s: %d of %d samples; %s%n"
                        .formatted(
                                step(round),
                                round.samples(),
                                report.plan().shards().batch(),
                                missing(round))));
        if (!lacking.isEmpty()) {
            text.append("%d of %d rounds without a part of their batch: what came was weighted anew%n"
                    .formatted(lacking.size(), report.rounds().size()));
        }
        List<Round> resharded =
                report.rounds().stream().filter(Round::isResharded).toList();
        if (!resharded.isEmpty()) {
            text.append("%d of %d rounds in which others took over a share, the first in step %s: %s%n"
                    .formatted(
                            resharded.size(),
                            report.rounds().size(),
                            step(resharded.get(0)),
                            divided(resharded.get(0))));
        }
        return text.append(text.isEmpty() ? "" : "%n".formatted()).toString();
    }

    private static String step(Round round) {
        return round.step().isPresent() ? Long.toString(round.step().getAsLong()) : "not made";
    }

    private static String divided(Round round) {
        return round.shares().stream()
                .filter(share -> share.samples() > 0)
                .map(share -> "[%d] %d samples in %s"
                        .formatted(share.rank(), share.samples(), Figures.counted(share.pieces(), "piece")))
                .collect(Collectors.joining(", "));
    }

    private static String missing(Round round) {
        return String.join(
                ", ",
                round.shares().stream()
                        .filter(share -> share.fate() != Fate.TAKEN)
                        .map(share -> "[%d] %s (%s)"
                                .formatted(share.rank(), share.fate().word(), share.words()))
                        .toList());
    }

    private static String learnt(ReplicasReport report) {
        StringBuilder text = new StringBuilder("%n".formatted());
        report.accuracy()
                .ifPresent(own ->
                        text.append("held-out data: %s together, %s one native CPU worker with the whole batch%n"
                                .formatted(
                                        accuracy(own),
                                        report.one().map(ReplicasText::accuracy).orElse("nothing of"))));
        report.besideOne()
                .ifPresent(beside -> text.append("losses beside that worker's: %s%n".formatted(agreement(beside))));
        report.ending().ifPresent(ending -> text.append(ending(ending)));
        return text.toString();
    }

    private static String ending(Ending ending) {
        String distance = ending.steps() == 0
                ? "parameters at the end: %s of their way off that worker's"
                        .formatted(Figures.scientific(ending.undisturbed()))
                : "parameters at the end: %s of their way off that worker's, and %s off one's that lacked the same samples in %s"
                        .formatted(
                                Figures.scientific(ending.undisturbed()),
                                Figures.scientific(ending.same()),
                                Figures.counted(ending.steps(), "step"));
        String answers = ending.answers()
                .map(paired -> "; other answers to %d of %s, %d right here alone and %d there (McNemar's p = %s)"
                        .formatted(
                                paired.other(),
                                Figures.counted(paired.of(), "held-out sample"),
                                paired.ownAlone(),
                                paired.oneAlone(),
                                Figures.significant(paired.mcNemar())))
                .orElse("");
        return distance + answers + "%n".formatted();
    }

    private static String accuracy(Evaluation evaluation) {
        return Figures.accuracy(evaluation.accuracy(), evaluation.interval());
    }

    private static String agreement(Agreement beside) {
        return "%s, up to %s apart in %d steps"
                .formatted(
                        beside.kind().name().toLowerCase(Locale.ROOT),
                        Figures.scientific(beside.furthest()),
                        beside.steps());
    }

    private static String figures(ReplicasReport report, ReplicaFigures figures) {
        return """
                round: %s (n=%d), %s of it adding up and %s the update; %s samples/s
                last: [%d] in %s of the rounds; transfer %s of a round; load balance %s; efficiency %s
                """.formatted(
                Figures.millis(figures.rounds().median()),
                figures.rounds().size(),
                Figures.millis(figures.reduce().median()),
                Figures.millis(figures.update().median()),
                Figures.significant(figures.samplesPerSecond()),
                figures.bottleneck(),
                Figures.percent(figures.lastOf()),
                Figures.percent(figures.transfer()),
                Figures.percent(figures.balance()),
                report.isOversubscribed()
                        ? "refused: %d replicas%s on %d processors are oversubscribed"
                                .formatted(
                                        report.here(),
                                        report.threads() == 1 ? "" : " of %d threads".formatted(report.threads()),
                                        report.processors())
                        : figures.efficiency().isPresent()
                                ? Figures.percent(figures.efficiency().getAsDouble())
                                : "not known");
    }

    private static String median(Samples samples) {
        return samples.isEmpty() ? "-" : Figures.millis(samples.median());
    }

    private static String words(Target target) {
        String place = target.browser()
                .map(browser -> " in " + browser.label())
                .orElseGet(() ->
                        ", " + target.engine().name() + " " + target.engine().version());
        return target.backend().id() + place + (target.software().orElse(false) ? ", software" : "");
    }
}
