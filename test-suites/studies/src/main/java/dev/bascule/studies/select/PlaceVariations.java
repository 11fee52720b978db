package dev.bascule.studies.select;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.job.ModelArtifact;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Other configurations of places of this machine. Belongs to one thread.
 *
 * @param usual as they usually are
 * @param dimensions in which they may be configured otherwise
 * @param builds of onnxruntime-web that have a backend
 * @param halfModel a float16 model made of the model; empty where there is none, and not asked for unless one is wanted
 */
public record PlaceVariations(
        List<PlaceEntrant> usual,
        List<Dimension> dimensions,
        Function<Backend, List<String>> builds,
        Supplier<Optional<ModelArtifact>> halfModel)
        implements Variations {
    public PlaceVariations {
        usual = List.copyOf(usual);
        dimensions = List.copyOf(dimensions);
    }

    @Override
    public List<Entrant> of(Candidate from) {
        return entrant(from).stream()
                .flatMap(
                        own -> Dimension.steps(
                                        dimensions,
                                        from.configuration(),
                                        from.target().backend(),
                                        others(own.candidate()))
                                .stream()
                                .filter(step -> from.threads() > 1 || !step.parallel())
                                .flatMap(step -> configured(own, step).stream()))
                .toList();
    }

    @Override
    public List<Entrant> repairs(Candidate failed) {
        return entrant(failed).stream()
                .flatMap(own -> Dimension.repairs(dimensions, failed.target().backend()).stream()
                        .flatMap(step -> configured(own, step).stream()))
                .toList();
    }

    /** The same way as usual. */
    private Optional<PlaceEntrant> entrant(Candidate way) {
        return usual.stream().filter(each -> each.candidate().isSameWay(way)).findFirst();
    }

    private List<String> others(Candidate own) {
        return builds.apply(own.target().backend()).stream()
                .filter(build -> !own.target().engine().build().equals(Optional.of(build)))
                .toList();
    }

    private Optional<Entrant> configured(PlaceEntrant own, Configuration configuration) {
        Candidate candidate = own.candidate().with(configuration);
        return configuration.halfModel()
                ? halfModel.get().map(artifact -> own.configured(candidate, artifact))
                : Optional.of(own.configured(candidate, own.testCase().artifact()));
    }
}
