package dev.bascule.prediction.recommend;

import dev.bascule.prediction.data.TargetKey;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Puts together what is known of each model on each target: measured first, else expected.
 *
 * @param measured cells of this machine
 * @param expected of what was not measured
 * @param measuring what measures models on a target
 */
public record Candidates(MeasuredCells measured, Expectation expected, Function<TargetKey, Remedy> measuring) {

    /**
     * Every pair.
     *
     * @param wanted what is to be known of each
     */
    public List<Candidate> of(Collection<CandidateModel> models, Collection<TargetKey> targets, List<Quantity> wanted) {
        return models.stream()
                .flatMap(model -> targets.stream().map(target -> candidate(model, target, wanted)))
                .toList();
    }

    private Candidate candidate(CandidateModel model, TargetKey target, List<Quantity> wanted) {
        Remedy remedy = measuring.apply(target);
        Standing standing = measured.standing(model, target, remedy);
        Map<Quantity, Figure> figures = new EnumMap<>(Quantity.class);
        if (!(standing instanceof Standing.Fails)) {
            wanted.forEach(quantity -> figures.put(
                    quantity,
                    measured.figure(quantity, model, target, remedy)
                            .or(() -> counted(quantity, model))
                            .orElseGet(() -> expected.of(quantity, model, target, remedy))));
        }
        return new Candidate(model, target, standing, figures, remedy);
    }

    /** What needs no run. */
    private static Optional<Figure> counted(Quantity quantity, CandidateModel model) {
        return quantity == Quantity.SIZE && model.bytes().isPresent()
                ? Optional.of(new Figure.Measured((double) model.bytes().getAsLong(), "the model's files"))
                : Optional.empty();
    }
}
