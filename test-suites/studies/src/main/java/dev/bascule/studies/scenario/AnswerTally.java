package dev.bascule.studies.scenario;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerJudge;
import dev.bascule.fallback.answer.BoxPairs;
import dev.bascule.fallback.run.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What answers to samples that are known come to: right or wrong, and whether native CPU says the same. Belongs to one thread. */
final class AnswerTally {
    /** Of wrong answers, so many are told. */
    private static final int TOLD = 3;

    private final List<LabelledCase> labels = new ArrayList<>();
    private final List<List<Answer>> given = new ArrayList<>();
    private final List<String> otherwise = new ArrayList<>();
    /** Of those that native CPU answered as well. */
    private final List<Boolean> rightHere = new ArrayList<>();

    private final List<Boolean> rightThere = new ArrayList<>();

    /**
     * @param answers one for each part of the sample
     * @param reference native CPU's
     */
    void add(LabelledCase label, List<Answer> answers, Optional<List<Answer>> reference) {
        labels.add(label);
        given.add(answers);
        reference.ifPresent(other -> {
            String answer = Said.of(answers);
            String right = Said.of(other);
            rightHere.add(label.isRight(answers));
            rightThere.add(label.isRight(other));
            if (!answer.equals(right) && differ(other, answers)) {
                otherwise.add("sample %d is '%s' here and '%s' on native CPU".formatted(labels.size(), answer, right));
            }
        });
    }

    /** Whether more than rounding lies between them: of two words that are nearly as likely either may be said. */
    private static boolean differ(List<Answer> reference, List<Answer> given) {
        return IntStream.range(0, Math.min(reference.size(), given.size()))
                .anyMatch(part -> AnswerJudge.difference(reference.get(part), given.get(part))
                        .isPresent());
    }

    /** Why the target is wrong; empty where it says what native CPU says. */
    Optional<ScenarioFailure> otherwise() {
        return otherwise.isEmpty()
                ? Optional.empty()
                : Optional.of(ScenarioFailure.wrong("%d of %d answers are not those of native CPU: %s"
                        .formatted(otherwise.size(), rightHere.size(), otherwise.get(0))));
    }

    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        if (labels.isEmpty()) {
            return figures;
        }
        List<LabelledCase> shuffled = Proportion.shuffled(labels);
        figures.add(Proportion.figure("right answers", right(labels)));
        boolean enough = labels.size() >= ErrorRate.FEWEST;
        if (enough) {
            figures.add(Proportion.figure("right answers with labels shuffled", right(shuffled)));
        }
        if (given.get(0).get(0) instanceof Answer.Text) {
            figures.add(Figure.single(
                    "character error rate",
                    "1",
                    Said.characterErrorRate(
                            labels.stream().map(LabelledCase::label).toList(),
                            given.stream().map(Said::of).toList())));
        }
        overlaps("mean overlap of boxes (IoU)", labels).ifPresent(figures::add);
        if (enough) {
            overlaps("mean overlap of boxes (IoU) with labels shuffled", shuffled)
                    .ifPresent(figures::add);
        }
        figures.addAll(FrameTally.figures(labels, shuffled, given));
        if (!rightHere.isEmpty()) {
            figures.addAll(Proportion.beside(rightHere, rightThere, "samples"));
        }
        return figures;
    }

    private List<Boolean> right(List<LabelledCase> truths) {
        return IntStream.range(0, given.size())
                .mapToObj(i -> truths.get(i).isRight(given.get(i)))
                .toList();
    }

    /** The mean over samples of what their boxes overlap; empty where samples have none. */
    private Optional<Figure> overlaps(String name, List<LabelledCase> truths) {
        List<Double> each = IntStream.range(0, given.size())
                .boxed()
                .flatMap(i -> truths.get(i).pairs(given.get(i)).stream())
                .map(BoxPairs::meanOverlap)
                .toList();
        return each.isEmpty()
                ? Optional.empty()
                : Optional.of(new Figure(
                        name,
                        "1",
                        each,
                        Optional.of(each.stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElseThrow()),
                        Optional.empty()));
    }

    /** Some of the wrong answers. */
    List<String> notes() {
        return IntStream.range(0, given.size())
                .filter(i -> !labels.get(i).isRight(given.get(i)))
                .limit(TOLD)
                .mapToObj(i -> "sample %d is '%s', and the model says '%s'"
                        .formatted(i + 1, labels.get(i).words(), Said.of(given.get(i))))
                .toList();
    }
}
