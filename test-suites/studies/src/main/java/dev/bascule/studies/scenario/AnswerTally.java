package dev.bascule.studies.scenario;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerJudge;
import dev.bascule.fallback.run.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What answers to samples that are known come to: right or wrong, and whether native CPU says the same. Belongs to one thread. */
final class AnswerTally {
    /** Of wrong answers, so many are told. */
    private static final int TOLD = 3;

    private final List<String> labels = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private final List<String> otherwise = new ArrayList<>();
    private boolean read;
    private int compared;
    private int rightHereAlone;
    private int rightThereAlone;

    /**
     * @param given one answer for each part of the sample
     * @param reference native CPU's
     */
    void add(String label, List<Answer> given, Optional<List<Answer>> reference) {
        String answer = Said.of(given);
        labels.add(label);
        said.add(answer);
        read |= given.get(0) instanceof Answer.Text;
        reference.ifPresent(other -> {
            String right = Said.of(other);
            compared++;
            rightHereAlone += answer.equals(label) && !right.equals(label) ? 1 : 0;
            rightThereAlone += right.equals(label) && !answer.equals(label) ? 1 : 0;
            if (!answer.equals(right) && differ(other, given)) {
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
                        .formatted(otherwise.size(), compared, otherwise.get(0))));
    }

    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        if (labels.isEmpty()) {
            return figures;
        }
        figures.add(Proportion.figure("right answers", right(labels)));
        figures.add(Proportion.figure("right answers, labels shuffled", right(Proportion.shuffled(labels))));
        if (read) {
            figures.add(Figure.single("character error rate", "1", Said.characterErrorRate(labels, said)));
        }
        if (compared > 0) {
            figures.add(Figure.single("right here alone", "samples", rightHereAlone));
            figures.add(Figure.single("right on native CPU alone", "samples", rightThereAlone));
            figures.add(Figure.single("McNemar's exact p", "1", Proportion.mcNemar(rightHereAlone, rightThereAlone)));
        }
        return figures;
    }

    private List<Boolean> right(List<String> truths) {
        return IntStream.range(0, said.size())
                .mapToObj(i -> said.get(i).equals(truths.get(i)))
                .toList();
    }

    /** Some of the wrong answers. */
    List<String> notes() {
        return IntStream.range(0, said.size())
                .filter(i -> !said.get(i).equals(labels.get(i)))
                .limit(TOLD)
                .mapToObj(
                        i -> "sample %d is '%s', and the model says '%s'".formatted(i + 1, labels.get(i), said.get(i)))
                .toList();
    }
}
