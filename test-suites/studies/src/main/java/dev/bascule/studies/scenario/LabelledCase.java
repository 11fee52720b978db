package dev.bascule.studies.scenario;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.BoxPairs;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.models.pretrained.LabelledSet;
import dev.bascule.models.pretrained.Spoken;
import java.util.List;
import java.util.Optional;

/**
 * Something to ask a model, and what is right. Immutable.
 *
 * @param parts what its pipeline is run on, one after the other
 * @param label what is right
 * @param boxes where it is, of a sample that has places
 * @param spoken when somebody speaks, of a sound in which somebody does
 */
public record LabelledCase(
        List<PipelineRequest> parts, String label, Optional<Answer.Boxes> boxes, Optional<Spoken> spoken) {
    /** From which overlap on a box is where it should be, as detectors are usually judged. */
    static final double OVERLAP = 0.5;

    /** The label of sounds in which the phrase that wakes is said. */
    static final String WAKE_PHRASE = LabelledSet.WAKE_PHRASE;

    public LabelledCase {
        parts = List.copyOf(parts);
    }

    public LabelledCase(List<PipelineRequest> parts, String label) {
        this(parts, label, Optional.empty());
    }

    public LabelledCase(List<PipelineRequest> parts, String label, Optional<Answer.Boxes> boxes) {
        this(parts, label, boxes, Optional.empty());
    }

    /** What is right, in words. */
    String words() {
        return boxes.map(Answer.Boxes::words).orElse(label);
    }

    /** Of boxes: whether each is where one should be and each that should be there is. */
    boolean isRight(List<Answer> given) {
        return pairs(given)
                .map(pairs -> pairs.oneToOne(OVERLAP))
                .orElseGet(() -> Said.of(given).equals(label));
    }

    /** Which boxes are which; empty of a sample or an answer that has none. */
    Optional<BoxPairs> pairs(List<Answer> given) {
        return boxes.flatMap(right -> given.get(0) instanceof Answer.Boxes found
                ? Optional.of(BoxPairs.of(right.found(), found.found()))
                : Optional.empty());
    }
}
