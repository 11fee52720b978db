package dev.bascule.cli.recommend;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.recommend.Candidate;
import dev.bascule.prediction.recommend.CandidateModel;
import dev.bascule.prediction.recommend.Judgement;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names that are as short as they can be, and told apart: of a model that is there with several inputs these as well, of a target the
 * whole of it where another's label is the same. Immutable.
 */
record CandidateNames(Set<String> severalModels, Set<String> severalTargets) {

    static CandidateNames of(Collection<Judgement> all) {
        return new CandidateNames(
                shared(all, each -> each.candidate().model(), CandidateModel::name),
                shared(all, each -> each.candidate().target(), TargetKey::label));
    }

    private static <T> Set<String> shared(
            Collection<Judgement> all, Function<Judgement, T> of, Function<T, String> name) {
        Set<String> seen = new HashSet<>();
        return all.stream()
                .map(of)
                .distinct()
                .map(name)
                .filter(word -> !seen.add(word))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The model, and the target. */
    List<String> of(Candidate candidate) {
        CandidateModel model = candidate.model();
        TargetKey target = candidate.target();
        return List.of(
                severalModels.contains(model.name())
                        ? "%s [%s]"
                                .formatted(
                                        model.name(),
                                        model.key()
                                                .map(PredictedModel.Key::inputs)
                                                .orElse(""))
                        : model.name(),
                severalTargets.contains(target.label()) ? target.toString() : target.label());
    }
}
