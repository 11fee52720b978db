package dev.bascule.studies.training;

import dev.bascule.execution.session.CheckedSession;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.scenario.Proportion;
import dev.bascule.studies.session.PlaceSessions;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.data.LabelledData;
import dev.bascule.training.metric.Confusion;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Native CPU answers for held-out data by parameters from elsewhere: no target marks its own work. Belongs to its runner's thread. */
public final class Evaluator {
    private final PlaceSessions natively;
    private final Labelled held;
    private final List<String> classes;

    public Evaluator(PlaceSessions natively, LabelledData data) {
        this.natively = natively;
        this.held = data.test();
        this.classes = List.copyOf(data.classes());
    }

    /** Empty where native CPU does not answer. */
    public Optional<Evaluation> of(TrainingModels models, TrainingStart state, Duration trained) {
        return answered(models, state, trained).map(Answered::evaluation);
    }

    /**
     * An evaluation, and what it is made of.
     *
     * @param said the class that each held-out sample was given, in order; none of which the logits tell nothing
     */
    public record Answered(Evaluation evaluation, List<OptionalInt> said) {
        public Answered {
            said = List.copyOf(said);
        }
    }

    /** The same, sample by sample. */
    public Optional<Answered> answered(TrainingModels models, TrainingStart state, Duration trained) {
        return logits(models, state).map(logits -> {
            int batch = models.evaluationBatch();
            Confusion said = said(held, logits, batch, classes.size());
            return new Answered(
                    new Evaluation(
                            state.step(),
                            trained,
                            said.right(),
                            held.count(),
                            Proportion.wilson(said.right(), held.count()),
                            Optional.of(new Evaluation.Answers(classes, said))),
                    IntStream.range(0, held.count())
                            .mapToObj(i -> Confusion.said(logits.get(i / batch), i % batch, classes.size()))
                            .toList());
        });
    }

    /** [batch, classes] of each batch of held-out samples; empty where native CPU does not answer for all. */
    Optional<List<Tensor>> logits(TrainingModels models, TrainingStart state) {
        int batch = models.evaluationBatch();
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        models.evaluated()
                .graph()
                .state()
                .forEach(
                        (name, tensor) -> inputs.put(name, List.of(state.state().getOrDefault(name, tensor))));
        List<Labelled> batches = batches(batch);
        inputs.put(
                TrainingGraph.SAMPLES, batches.stream().map(Labelled::samples).toList());
        inputs.put(
                TrainingGraph.TARGETS,
                batches.stream().map(some -> some.oneHot(classes.size())).toList());
        return answers(models.evaluated().artifact(), inputs, batches.size());
    }

    /** [1, classes] of each held-out sample by a model that takes one of them; empty where native CPU does not answer for all. */
    Optional<List<Tensor>> logits(ModelArtifact model) {
        List<Tensor> samples = batches(1).stream().map(Labelled::samples).toList();
        return answers(model, Map.of(TrainingGraph.SAMPLES, samples), samples.size());
    }

    /** The class of a held-out sample that is right. */
    public int label(int sample) {
        return held.label(sample);
    }

    Labelled held() {
        return held;
    }

    /** The last one is filled up from the first samples on. */
    private List<Labelled> batches(int batch) {
        List<Labelled> batches = new ArrayList<>();
        for (int from = 0; from < held.count(); from += batch) {
            long[] indices = LongStream.range(from, from + batch)
                    .map(index -> index % held.count())
                    .toArray();
            batches.add(held.at(Tensor.longs(Shape.of(batch), indices)));
        }
        return batches;
    }

    private Optional<List<Tensor>> answers(ModelArtifact model, Map<String, List<Tensor>> inputs, int batches) {
        Optional<CheckedSession> session = natively.open(
                        model,
                        new Feeds(inputs, Map.of()),
                        List.of(TrainingGraph.LOGITS),
                        SessionSettings.defaults().withEvidence(false))
                .session();
        List<Map<String, Tensor>> outputs =
                session.map(open -> open.firstOutputs().steps()).orElse(List.of());
        session.ifPresent(PlaceSessions::end);
        List<Tensor> logits = outputs.stream()
                .flatMap(each -> Optional.ofNullable(each.get(TrainingGraph.LOGITS)).stream())
                .toList();
        return logits.size() == batches ? Optional.of(logits) : Optional.empty();
    }

    /** What batches of logits say of the samples; those beyond the last sample fill its batch and count nothing. */
    static Confusion said(Labelled held, List<Tensor> logits, int batch, int classes) {
        Confusion said = Confusion.none(classes);
        for (int i = 0; i < held.count(); i++) {
            said = said.with(logits.get(i / batch), i % batch, held.label(i));
        }
        return said;
    }
}
