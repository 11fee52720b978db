package dev.bascule.cli.pool;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.reports.history.TimedAttempt;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A model that is to be served, with what is known of it. Immutable.
 *
 * @param rate in requests per second
 * @param need of its tensors
 * @param inputs names, types and shapes that it is planned with, as the data have them
 * @param traced its kernels, with these inputs; empty where nobody learned them, so that nothing can be predicted
 * @param attempts of the history, with these inputs
 */
record PooledModel(
        ResolvedModel resolved,
        double rate,
        MemoryNeed need,
        String inputs,
        Optional<PredictedModel> traced,
        List<TimedAttempt> attempts) {

    /** Inputs that the graph asks for where the data have these; else those that were measured last; else what was traced. */
    static PooledModel of(ResolvedModel resolved, double rate, MemoryNeed need, PredictionData data) {
        String sha256 = resolved.info().sha256();
        List<TimedAttempt> own = data.attempts().stream()
                .filter(one -> one.subject().sha256().equals(sha256)
                        && !one.subject().inputs().isBlank())
                .sorted(Comparator.comparing((TimedAttempt one) -> one.origin().startedAt())
                        .reversed())
                .toList();
        List<PredictedModel> known = data.set().models().values().stream()
                .filter(model -> model.sha256().equals(sha256))
                .toList();
        List<String> fed = Stream.concat(
                        own.stream().map(one -> one.subject().inputs()),
                        known.stream().map(PredictedModel::inputs))
                .toList();
        String inputs = fed.stream()
                .filter(each -> inOrder(each).equals(inOrder(need.inputs())))
                .findFirst()
                .or(() -> fed.stream().findFirst())
                .orElse(need.inputs());
        return new PooledModel(
                resolved,
                rate,
                need,
                inputs,
                known.stream().filter(model -> model.inputs().equals(inputs)).findFirst(),
                own.stream()
                        .filter(one -> one.subject().inputs().equals(inputs))
                        .toList());
    }

    /** In whichever order the inputs are named. */
    private static String inOrder(String inputs) {
        return Stream.of(inputs.split(", ", -1)).sorted().collect(Collectors.joining(", "));
    }

    String name() {
        return resolved.info().name();
    }

    String sha256() {
        return resolved.info().sha256();
    }
}
