package dev.bascule.cli.train;

import dev.bascule.reports.export.TrainingPage.ClassAnswers;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainingReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What the last parameters of each training say of each class, for the page. Stateless. */
final class TrainedClasses {
    private TrainedClasses() {}

    static List<ClassAnswers> of(TrainingReport report) {
        List<ClassAnswers> all = new ArrayList<>();
        List<TargetTraining> targets = report.targets();
        for (int i = 0; i < targets.size(); i++) {
            int number = i + 1;
            targets.get(i)
                    .learnt()
                    .last()
                    .flatMap(Evaluation::answers)
                    .ifPresent(answers -> all.add(of(number, answers)));
        }
        return all;
    }

    static ClassAnswers of(int number, Evaluation.Answers answers) {
        return new ClassAnswers(
                number,
                IntStream.range(0, answers.classes().size())
                        .mapToObj(i -> new ClassAnswers.Row(
                                answers.classes().get(i),
                                answers.said().counts().get(i).get(i),
                                answers.said().ofClass(i),
                                mistaken(answers, i)))
                        .toList());
    }

    /** For another class or, with two alike, the first. */
    private static Optional<String> mistaken(Evaluation.Answers answers, int right) {
        List<Integer> said = answers.said().counts().get(right);
        return IntStream.range(0, said.size())
                .boxed()
                .filter(i -> i != right && said.get(i) > 0)
                .reduce((best, other) -> said.get(other) > said.get(best) ? other : best)
                .map(i -> "%s (%d)".formatted(answers.classes().get(i), said.get(i)));
    }
}
