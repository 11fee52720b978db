package dev.bascule.cli.train;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.decode.CacheSeen;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.Repetition;
import dev.bascule.studies.training.StepTimes;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainedEmission;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.studies.training.Trajectory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code train} says to people. Immutable.
 *
 * @param asked the accuracy to reach, as a share; empty where none was asked for
 */
record TrainText(Style style, OptionalDouble asked) {

    String of(TrainingReport report) {
        List<TargetTraining> targets = report.targets();
        TrainingReport.Trained trained = report.trained();
        StringBuilder text = new StringBuilder();
        text.append("%s, %s parameters: %s by %s on %s, %s of %d; %s held out, %s by chance%n"
                .formatted(
                        style.strong(report.network()),
                        Figures.whole(report.parameters()),
                        Figures.counted(trained.steps(), "step"),
                        trained.optimizer(),
                        trained.data(),
                        trained.resident() ? "indices" : "samples",
                        trained.batch(),
                        Figures.whole(trained.test()),
                        Figures.percent(trained.chance())));
        trained.resumed()
                .ifPresent(from -> text.append(
                        "goes on from %s: losses and accuracies are of later steps%n".formatted(from.words())));
        text.append('\n');
        text.append(runs(targets)).append('\n');
        text.append(checks(targets)).append('\n');
        for (int i = 0; i < targets.size(); i++) {
            int number = i + 1;
            lines(targets.get(i)).forEach(line -> text.append("[%d] %s%n".formatted(number, line)));
        }
        text.append(new TrainPeerText(style).of(report));
        report.convergences()
                .forEach(each -> text.append(ConvergenceText.of(each)).append('\n'));
        text.append(style.faint(
                        "samples/s: the batch over the median step with its own feed; step and feed are medians apart"))
                .append('\n');
        text.append(style.faint("feed: making tensors of a step's inputs; a page uploads them within the step, but to"
                        + " gpu-buffer"))
                .append('\n');
        trained.notes().forEach(note -> text.append(style.faint(note)).append('\n'));
        report.emission().ifPresent(each -> text.append(emitted(each)).append('\n'));
        if (!report.absent().isEmpty()) {
            text.append("\nnot here: ")
                    .append(report.absent().stream()
                            .map(absent -> absent.backend())
                            .distinct()
                            .collect(Collectors.joining(", ")))
                    .append(style.faint(" (bascule doctor says why)"))
                    .append('\n');
        }
        return text.toString();
    }

    private String emitted(TrainedEmission emission) {
        if (emission instanceof TrainedEmission.Withheld no) {
            return style.bad("no model was written: ") + no.why();
        }
        TrainedEmission.Written done = (TrainedEmission.Written) emission;
        return "wrote %s (SHA-256 %s): [%d]'s state of seed %d after step %d; on native CPU %s of %s held-out samples right, each of the class that the state says, logits %s"
                .formatted(
                        style.strong(done.file().toString()),
                        done.sha256().substring(0, 12),
                        done.target() + 1,
                        done.seed(),
                        done.step(),
                        Figures.whole(done.proof().right()),
                        Figures.whole(done.proof().of()),
                        done.proof().off() == 0
                                ? "the same bit for bit"
                                : "within " + Figures.scientific(done.proof().off()));
    }

    private static String runs(List<TargetTraining> targets) {
        TextTable table = new TextTable(
                "",
                "target",
                "seed",
                "state in",
                "loss",
                "accuracy (95 %)",
                "samples/s",
                "step",
                "feed",
                "read back",
                "verdict");
        for (int i = 0; i < targets.size(); i++) {
            TargetTraining target = targets.get(i);
            List<Float> losses = target.learnt().losses();
            table.row(
                    "[%d]".formatted(i + 1),
                    words(target.target()),
                    String.valueOf(target.seed()),
                    target.checks().seen().map(CacheSeen::words).orElse("not shown"),
                    losses.isEmpty() ? "-" : Figures.significant(losses.get(losses.size() - 1)),
                    target.learnt().last().map(TrainText::accuracy).orElse("-"),
                    target.times()
                            .map(StepTimes::samplesPerSecond)
                            .map(Figures::significant)
                            .orElse("-"),
                    target.times().map(StepTimes::steps).map(TrainText::median).orElse("-"),
                    target.times().map(StepTimes::feeds).map(TrainText::median).orElse("-"),
                    target.times()
                            .map(StepTimes::readBacks)
                            .map(TrainText::median)
                            .orElse("-"),
                    target.verdict().name());
        }
        return table.toString();
    }

    private static String checks(List<TargetTraining> targets) {
        TextTable table = new TextTable(
                "",
                "gradients, furthest",
                "of their length",
                "finite differences",
                "exact losses",
                "like native CPU",
                "repeated",
                "resumed");
        for (int i = 0; i < targets.size(); i++) {
            TargetTraining.Checks checks = targets.get(i).checks();
            Optional<GradientJudgement> gradients = checks.gradients();
            table.row(
                    "[%d]".formatted(i + 1),
                    gradients.map(all -> Figures.sigma(all.furthest())).orElse("-"),
                    gradients.map(all -> Figures.scientific(all.relative())).orElse("-"),
                    gradients
                            .filter(all -> all.difference().isPresent())
                            .map(all -> "%s, %d of %d"
                                    .formatted(
                                            Figures.scientific(all.difference().getAsDouble()),
                                            all.differenced(),
                                            all.parameters()))
                            .orElse("-"),
                    checks.trajectory().map(TrainText::trajectory).orElse("-"),
                    checks.reference().map(TrainText::agreement).orElse("-"),
                    checks.repeated().map(TrainText::repetition).orElse("-"),
                    checks.resumed().map(TrainText::repetition).orElse("-"));
        }
        return table.toString();
    }

    static String accuracy(Evaluation evaluation) {
        return Figures.accuracy(evaluation.accuracy(), evaluation.interval());
    }

    /** Of a run that was to reach an accuracy and did not: how near it came. */
    static Optional<String> missed(TargetTraining.Learnt learnt, double asked) {
        return learnt.reached().isPresent()
                ? Optional.empty()
                : learnt.evaluations().stream()
                        .max(Comparator.comparingDouble(Evaluation::accuracy))
                        .map(best -> String.format(
                                Locale.ROOT,
                                "did not reach the target accuracy of %s %%: %.2f %% at best, after step %d",
                                Figures.width(asked),
                                100 * best.accuracy(),
                                best.step()));
    }

    static String median(Samples samples) {
        return samples.isEmpty() ? "-" : Figures.millis(samples.median());
    }

    static String trajectory(Trajectory trajectory) {
        return "%d of %d, %s"
                .formatted(
                        trajectory.steps().stream()
                                .filter(step -> !step.beyond())
                                .count(),
                        trajectory.steps().size(),
                        Figures.sigma(trajectory.furthest()));
    }

    static String agreement(Agreement agreement) {
        String kind = agreement.kind().name().toLowerCase(Locale.ROOT);
        return agreement.firstBeyond().isPresent()
                ? "%s from step %d".formatted(kind, agreement.firstBeyond().getAsInt())
                : agreement.firstOther().isPresent()
                        ? "%s (%s) from step %d"
                                .formatted(
                                        kind,
                                        Figures.scientific(agreement.furthest()),
                                        agreement.firstOther().getAsInt())
                        : kind;
    }

    private static String repetition(Repetition repetition) {
        return repetition.isBitwise()
                ? "bitwise"
                : repetition.losses().firstOther().isPresent()
                        ? "other from step %d"
                                .formatted(repetition.losses().firstOther().getAsInt())
                        : "same losses, other state";
    }

    private static String withRemedies(Failure failure) {
        return Stream.concat(Stream.of(failure.message()), failure.remedies().stream())
                .collect(Collectors.joining("; "));
    }

    private List<String> lines(TargetTraining target) {
        List<String> lines = new ArrayList<>();
        target.fault()
                .ifPresent(fault -> lines.add(style.bad("did not get through: ") + withRemedies(fault.failure())));
        target.wrong().ifPresent(why -> lines.add(style.bad("WRONG: ") + why + "; its speed is not shown"));
        target.checks().placement().map(SessionPlacement::words).ifPresent(lines::add);
        target.reservations().forEach(each -> lines.add(style.bad(each)));
        if (target.checks().seen().isEmpty() && target.fault().isEmpty() && target.state() != CarryLocation.CPU) {
            lines.add("nothing shows where its state was, which was asked to be in "
                    + target.state().word());
        }
        target.learnt()
                .last()
                .filter(last -> target.learnt().reached().isPresent())
                .ifPresent(last -> lines.add(
                        "reached the target accuracy after step %d, %s of feeding and stepping; the run ended there, so its accuracy is a lucky look's"
                                .formatted(last.step(), Figures.duration(last.trained()))));
        asked.stream()
                .boxed()
                .flatMap(share -> missed(target.learnt(), share).stream())
                .map(style::bad)
                .forEach(lines::add);
        lines.addAll(ExtraWords.of(target));
        target.notes().forEach(lines::add);
        return lines;
    }

    static String words(Target target) {
        String place = target.browser()
                .map(browser -> " in " + browser.label())
                .orElseGet(() ->
                        ", " + target.engine().name() + " " + target.engine().version());
        return target.backend().id() + place + (target.software().orElse(false) ? ", software" : "");
    }
}
