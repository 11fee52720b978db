package dev.bascule.studies.replicas;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.replicas.Crew.Came;
import dev.bascule.studies.replicas.Crew.Collected;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Rounds, one after another. Belongs to the host's thread. */
final class Rounds {
    /** In a row: what diverged brings no numbers any more. */
    private static final int MOST_EMPTY = 3;

    private final ReplicaPlan plan;
    private final Crew crew;
    private final StepOrder order;
    private final Reducer reducer;
    private final Watch watch;
    private final Set<String> shown;
    private final BooleanSupplier stopped;

    /** @param shown what replicas bring back of what they were fed */
    Rounds(
            ReplicaPlan plan,
            Crew crew,
            StepOrder order,
            Reducer reducer,
            Watch watch,
            Set<String> shown,
            BooleanSupplier stopped) {
        this.plan = plan;
        this.crew = crew;
        this.order = order;
        this.reducer = reducer;
        this.watch = watch;
        this.shown = Set.copyOf(shown);
        this.stopped = stopped;
    }

    /**
     * What a row of them came to.
     *
     * @param parameters after the last, by name
     * @param afterFirst hash of those after the steps that are made twice; empty where it did not get there
     */
    record Made(List<Round> rounds, Map<String, Tensor> parameters, Optional<String> afterFirst) {
        /** The loss of each step. */
        List<Float> losses() {
            return rounds.stream()
                    .filter(round -> round.step().isPresent())
                    .map(round -> (float) round.loss())
                    .toList();
        }
    }

    /** What replica and host have of one round, before anything is updated. */
    record Gathered(Collected collected, List<Share> shares, List<Reducer.Part> parts) {}

    /** How many samples of a batch a replica takes. */
    int samples(int rank) {
        return plan.shards().counts().get(rank);
    }

    /** A replica's inputs. */
    Map<String, Tensor> inputs(Map<String, Tensor> parameters, long step, int rank) {
        return inputs(order, plan.shards(), parameters, step, rank);
    }

    static Map<String, Tensor> inputs(
            StepOrder order, Shards shards, Map<String, Tensor> parameters, long step, int rank) {
        Map<String, Tensor> inputs = new LinkedHashMap<>(parameters);
        inputs.putAll(order.samples(step, shards.from(rank), shards.counts().get(rank)));
        return inputs;
    }

    /**
     * Makes steps from the first on, until the thread is interrupted: the flag stays, and what was made counts.
     *
     * @param first whether these are the run's own, in which faults that were asked for come
     */
    Made make(int steps, Map<String, Tensor> initial, Updater updater, boolean first) {
        List<Round> rounds = new ArrayList<>();
        Map<String, Tensor> parameters = initial;
        Optional<String> afterFirst = Optional.empty();
        int empty = 0;
        try {
            for (long step = 1; step <= steps && goesOn(empty); ) {
                boolean show = first && (step <= plan.first() || plan.isCheckpoint(step));
                long now = step;
                Gathered gathered = gather(parameters, step, show, plan.patience(), first ? () -> kill(now) : () -> {});
                if (gathered.parts().isEmpty()) {
                    rounds.add(round(OptionalLong.empty(), gathered, show, Double.NaN, Duration.ZERO, Duration.ZERO));
                    empty++;
                    continue;
                }
                long begun = System.nanoTime();
                Map<String, Tensor> sum = reducer.of(gathered.parts());
                long reduced = System.nanoTime();
                parameters = updater.update(sum, order.scalars(step));
                long updated = System.nanoTime();
                rounds.add(round(
                        OptionalLong.of(step),
                        gathered,
                        show,
                        loss(gathered.parts()),
                        Duration.ofNanos(reduced - begun),
                        Duration.ofNanos(updated - reduced)));
                if (step == plan.first()) {
                    afterFirst = Optional.of(Watch.hash(parameters, ""));
                }
                step++;
                empty = 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Made(rounds, parameters, afterFirst);
    }

    private boolean goesOn(int empty) {
        return empty <= MOST_EMPTY
                && crew.isAlive()
                && !stopped.getAsBoolean()
                && !Thread.currentThread().isInterrupted();
    }

    /** All replicas once, without an update and without faults. */
    Gathered gather(Map<String, Tensor> parameters, long step, boolean show, Duration patience)
            throws InterruptedException {
        return gather(parameters, step, show, patience, () -> {});
    }

    private void kill(long step) {
        plan.kills().stream()
                .filter(kill -> kill.step() == step && !crew.wasLost(kill.rank(), step))
                .forEach(kill -> crew.kill(kill.rank()));
    }

    private Gathered gather(Map<String, Tensor> parameters, long step, boolean show, Duration patience, Runnable begins)
            throws InterruptedException {
        Collected collected =
                crew.round(step, rank -> inputs(parameters, step, rank), show ? shown : Set.of(), patience, begins);
        if (show) {
            show(parameters, step, collected);
        }
        List<Share> shares = new ArrayList<>();
        List<Reducer.Part> parts = new ArrayList<>();
        for (int rank = 0; rank < plan.shards().replicas(); rank++) {
            Optional<Came> came = Optional.ofNullable(collected.came().get(rank));
            if (came.isEmpty()) {
                Crew.Missed missed =
                        Optional.ofNullable(collected.missed().get(rank)).orElseThrow();
                shares.add(new Share(rank, missed.fate(), Optional.empty(), missed.words()));
                continue;
            }
            Map<String, Tensor> outputs = came.get().advance().outputs().get(0);
            Optional<String> unsound = watch.unsound(rank, step, outputs);
            if (unsound.isEmpty()) {
                parts.add(new Reducer.Part(plan.shards().counts().get(rank), outputs));
            }
            shares.add(new Share(
                    rank,
                    unsound.isEmpty() ? Share.Fate.TAKEN : Share.Fate.UNSOUND,
                    Optional.of(came.get().times()),
                    unsound.orElse("")));
        }
        return new Gathered(collected, shares, parts);
    }

    private void show(Map<String, Tensor> parameters, long step, Collected collected) {
        SortedMap<Integer, Map<String, Tensor>> said = new TreeMap<>();
        collected.came().forEach((rank, came) -> said.put(rank, came.advance().state()));
        watch.fed(step, order.samples(step), said, plan.shards());
        watch.given(step - 1, parameters);
        said.forEach((rank, state) -> watch.held(step - 1, rank, state));
    }

    private static double loss(List<Reducer.Part> parts) {
        double sum = 0;
        for (Reducer.Part part : parts) {
            sum += part.samples() * part.loss();
        }
        return sum / parts.stream().mapToInt(Reducer.Part::samples).sum();
    }

    private static Round round(
            OptionalLong step, Gathered gathered, boolean shown, double loss, Duration reduce, Duration update) {
        List<Integer> order = gathered.collected().order();
        return new Round(
                step,
                gathered.shares(),
                loss,
                gathered.parts().stream().mapToInt(Reducer.Part::samples).sum(),
                shown,
                order.isEmpty() ? OptionalInt.empty() : OptionalInt.of(order.get(order.size() - 1)),
                gathered.collected().took(),
                reduce,
                update);
    }

    /** Parameters, samples and targets, as a graph gives them back. */
    static Set<String> shown(TrainingGraph graph) {
        return Set.copyOf(graph.carry().values());
    }
}
