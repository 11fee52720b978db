package dev.bascule.cli.train;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.studies.training.StepTimes;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.training.curve.Curve;
import dev.bascule.training.curve.EventFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Losses and accuracies as TensorBoard reads them: a folder for each target and seed. Stateless. */
final class TrainCurves {
    private TrainCurves() {}

    /** @param begun what the times of events are told from: feeding and stepping added up */
    static void write(TrainingReport report, Path folder, Instant begun) {
        Set<String> taken = new HashSet<>();
        for (TargetTraining target : report.targets()) {
            Path own = folder.resolve(free(target, taken));
            try {
                Files.createDirectories(own);
                try (OutputStream to =
                        new BufferedOutputStream(Files.newOutputStream(own.resolve(EventFile.name(begun))))) {
                    EventFile.write(begun, List.of(losses(target, begun), accuracies(target, begun)), to);
                }
            } catch (IOException e) {
                throw BasculeException.because(
                        e,
                        ErrorCode.OUTPUT_UNWRITABLE,
                        "cannot write curves to '%s': %s".formatted(own, FileErrorText.why(e)),
                        "name another folder by --tensorboard");
            }
        }
    }

    /** Chains may end where another, or a backend by itself, trained with the same seed. */
    private static String free(TargetTraining target, Set<String> taken) {
        String plain = CaseId.word(
                "%s_%s_seed-%d".formatted(target.target().id(), target.state().word(), target.seed()));
        return Stream.concat(
                        Stream.of(plain),
                        IntStream.iterate(2, again -> again + 1).mapToObj(again -> plain + "-again-" + again))
                .filter(taken::add)
                .findFirst()
                .orElseThrow();
    }

    private static Curve losses(TargetTraining target, Instant begun) {
        double[] feeds = target.costs()
                .times()
                .map(StepTimes::feeds)
                .map(all -> all.millis())
                .orElse(new double[0]);
        double[] steps = target.costs()
                .times()
                .map(StepTimes::steps)
                .map(all -> all.millis())
                .orElse(new double[0]);
        List<Curve.Point> points = new ArrayList<>();
        double millis = 0;
        for (int i = 0; i < target.learnt().losses().size() && i < feeds.length && i < steps.length; i++) {
            millis += feeds[i] + steps[i];
            points.add(new Curve.Point(
                    target.learnt().start() + i + 1,
                    target.learnt().losses().get(i),
                    begun.plus(Duration.ofNanos(Math.round(1e6 * millis)))));
        }
        return new Curve("loss", points);
    }

    private static Curve accuracies(TargetTraining target, Instant begun) {
        return new Curve(
                "accuracy/test",
                target.learnt().evaluations().stream()
                        .map(each -> new Curve.Point(each.step(), (float) each.accuracy(), begun.plus(each.trained())))
                        .toList());
    }
}
