package dev.bascule.studies.replicas;

import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.replicas.Rounds.Made;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.Evaluator.Answered;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.studies.training.TrainingStart;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What stands beside a run: one native CPU worker that had all samples. Immutable.
 *
 * @param accuracy of the run's parameters on held-out data
 * @param oneAccuracy of that worker's
 * @param ending empty where the run or a worker did not come to its end
 */
record Beside(
        OneWorker.Run one, Optional<Evaluation> accuracy, Optional<Evaluation> oneAccuracy, Optional<Ending> ending) {
    static final Beside NOTHING = new Beside(OneWorker.Run.NONE, Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * Trains one worker as often as it takes: with all samples, with those that came where some lacked, and with these backwards.
     *
     * @param steps that the run was to make
     */
    static Beside of(
            OneWorker alone,
            SessionSettings settings,
            StepOrder order,
            int steps,
            Made made,
            Map<String, Tensor> initial,
            BooleanSupplier stopped) {
        OneWorker.Run one = alone.train(settings, order);
        Duration trained = made.rounds().stream().map(Round::whole).reduce(Duration.ZERO, Duration::plus);
        Optional<Answered> own =
                alone.answers(new TrainingStart(made.parameters(), made.losses().size()), trained);
        Optional<Answered> ofOne = one.end().flatMap(end -> alone.answers(end, one.trained()));
        Optional<Ending.Answers> answers =
                own.flatMap(here -> ofOne.map(there -> Ending.Answers.of(here.said(), there.said(), alone::label)));
        return new Beside(
                one,
                own.map(Answered::evaluation),
                ofOne.map(Answered::evaluation),
                made.losses().size() < steps || stopped.getAsBoolean()
                        ? Optional.empty()
                        : ending(alone, settings, order, one, made, initial, answers));
    }

    private static Optional<Ending> ending(
            OneWorker alone,
            SessionSettings settings,
            StepOrder order,
            OneWorker.Run one,
            Made made,
            Map<String, Tensor> initial,
            Optional<Ending.Answers> answers) {
        Optional<TrainingStart> same = made.lacking().isEmpty()
                ? one.end()
                : alone.train(settings, order.rearranged((step, whole) -> came(made, step, whole)))
                        .end();
        Optional<TrainingStart> backwards = alone.train(
                        settings, order.rearranged((step, whole) -> Refed.backwards(came(made, step, whole))))
                .end();
        return one.end()
                .flatMap(all -> same.flatMap(own -> backwards.map(other -> new Ending(
                        Ending.distance(made.parameters(), all.state(), initial),
                        Ending.distance(made.parameters(), own.state(), initial),
                        Ending.distance(other.state(), own.state(), initial),
                        made.lacking().size(),
                        answers))));
    }

    private static Map<String, Tensor> came(Made made, long step, Map<String, Tensor> whole) {
        return Optional.<List<Piece>>ofNullable(made.lacking().get(step))
                .map(pieces -> Refed.only(pieces, whole))
                .orElse(whole);
    }
}
