package dev.bascule.studies.replicas;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.replicas.Crew.Came;
import dev.bascule.studies.replicas.Crew.Collected;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

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
     * @param lacking of steps that were made without a part of their batch, which pieces of it were added up
     * @param resharded what is held against exact gradients of rounds in which some took over what was another's
     */
    record Made(
            List<Round> rounds,
            Map<String, Tensor> parameters,
            Optional<String> afterFirst,
            SortedMap<Long, List<Piece>> lacking,
            List<Resharded.Sum> resharded) {
        static Made nothing(Map<String, Tensor> initial) {
            return new Made(List.of(), initial, Optional.empty(), new TreeMap<>(), List.of());
        }

        /** The loss of each step. */
        List<Float> losses() {
            return rounds.stream()
                    .filter(round -> round.step().isPresent())
                    .map(round -> (float) round.loss())
                    .toList();
        }
    }

    /**
     * What replica and host have of one round, before anything is updated.
     *
     * @param pieces that are added up, in the order of the batch
     * @param parts of each
     */
    record Gathered(
            Collected collected,
            Allotment allotment,
            boolean shown,
            List<Share> shares,
            List<Piece> pieces,
            List<Reducer.Part> parts) {}

    /** Who computes what, of those that are there. */
    private interface Allotting {
        Allotment of(SortedSet<Integer> present);
    }

    /** A replica's inputs, of its own share. */
    Map<String, Tensor> inputs(Map<String, Tensor> parameters, long step, int rank) {
        return inputs(order, plan.shards(), parameters, step, rank);
    }

    static Map<String, Tensor> inputs(
            StepOrder order, Shards shards, Map<String, Tensor> parameters, long step, int rank) {
        return Fed.inputs(
                order, parameters, step, new Piece(shards.from(rank), shards.samples(rank), shards.samples(rank)));
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
        SortedMap<Long, List<Piece>> lacking = new TreeMap<>();
        Resharded resharded = new Resharded();
        int empty = 0;
        try {
            for (long step = 1; step <= steps && goesOn(empty); ) {
                boolean show = first && (step <= plan.first() || plan.isCheckpoint(step));
                long now = step;
                Gathered gathered = gather(
                        parameters,
                        step,
                        // Whoever takes over shows it, as long as it is held against exact gradients.
                        allotment -> show || (first && resharded.wants(allotment)),
                        plan.patience(),
                        present -> Allotment.of(plan.shards(), present),
                        first ? () -> kill(now) : () -> {});
                if (gathered.parts().isEmpty()) {
                    rounds.add(round(OptionalLong.empty(), gathered, Double.NaN, Duration.ZERO, Duration.ZERO));
                    empty++;
                    continue;
                }
                long begun = System.nanoTime();
                Map<String, Tensor> sum = reducer.of(gathered.parts());
                long reduced = System.nanoTime();
                if (first && isWhole(gathered) && resharded.wants(gathered.allotment())) {
                    resharded.keep(step, gathered.allotment(), parameters, sum);
                }
                if (!isWhole(gathered)) {
                    lacking.put(step, gathered.pieces());
                }
                parameters = updater.update(sum, order.scalars(step));
                long updated = System.nanoTime();
                rounds.add(round(
                        OptionalLong.of(step),
                        gathered,
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
        return new Made(rounds, parameters, afterFirst, lacking, resharded.kept());
    }

    private boolean goesOn(int empty) {
        return empty <= MOST_EMPTY
                && crew.isAlive()
                && !stopped.getAsBoolean()
                && !Thread.currentThread().isInterrupted();
    }

    private boolean isWhole(Gathered gathered) {
        return samples(gathered.parts()) == plan.shards().batch();
    }

    /** All replicas once, each with its own share, without an update and without faults. */
    Gathered gather(Map<String, Tensor> parameters, long step, boolean show, Duration patience)
            throws InterruptedException {
        return gather(
                parameters,
                step,
                allotment -> show,
                patience,
                present -> Allotment.own(plan.shards(), present),
                () -> {});
    }

    private void kill(long step) {
        plan.kills().stream()
                .filter(kill -> kill.step() == step && !crew.wasLost(kill.rank(), step))
                .forEach(kill -> crew.kill(kill.rank()));
    }

    private Gathered gather(
            Map<String, Tensor> parameters,
            long step,
            Predicate<Allotment> show,
            Duration patience,
            Allotting allotting,
            Runnable begins)
            throws InterruptedException {
        Crew.Asking asking = (rank, ready) -> {
            Allotment allotment = allotting.of(ready);
            return new Seat.Question(
                    allotment.of(rank).stream()
                            .map(piece -> Fed.inputs(order, parameters, step, piece))
                            .toList(),
                    show.test(allotment) ? shown : Set.of());
        };
        Collected collected = crew.round(step, asking, patience, begins);
        Allotment allotment = allotting.of(collected.asked());
        boolean showed = show.test(allotment);
        if (showed) {
            show(parameters, step, collected, allotment);
        }
        List<Share> shares = new ArrayList<>();
        SortedMap<Integer, Piece> taken = new TreeMap<>();
        SortedMap<Integer, Reducer.Part> parts = new TreeMap<>();
        for (int rank = 0; rank < plan.shards().replicas(); rank++) {
            Optional<Came> came = Optional.ofNullable(collected.came().get(rank));
            List<Piece> pieces = allotment.of(rank);
            Optional<String> unsound = Optional.empty();
            if (came.isPresent()) {
                List<Map<String, Tensor>> outputs = came.get().outputs();
                unsound = watch.unsound(rank, step, outputs, i -> Fed.inputs(order, parameters, step, pieces.get(i)));
                for (int i = 0; unsound.isEmpty() && i < pieces.size(); i++) {
                    Piece piece = pieces.get(i);
                    taken.put(piece.from(), piece);
                    parts.put(piece.from(), new Reducer.Part(piece.samples(), piece.size(), outputs.get(i)));
                }
            }
            shares.add(share(rank, allotment, collected, unsound));
        }
        return new Gathered(
                collected, allotment, showed, shares, List.copyOf(taken.values()), List.copyOf(parts.values()));
    }

    private static Share share(int rank, Allotment allotment, Collected collected, Optional<String> unsound) {
        Optional<Came> came = Optional.ofNullable(collected.came().get(rank));
        Optional<Crew.Missed> missed = Optional.ofNullable(collected.missed().get(rank));
        Share.Fate fate =
                missed.map(Crew.Missed::fate).orElse(unsound.isEmpty() ? Share.Fate.TAKEN : Share.Fate.UNSOUND);
        return new Share(
                rank,
                fate,
                allotment.samples(rank),
                allotment.of(rank).size(),
                came.map(Came::times),
                missed.map(Crew.Missed::words).or(() -> unsound).orElse(""));
    }

    private void show(Map<String, Tensor> parameters, long step, Collected collected, Allotment allotment) {
        SortedMap<Integer, List<Map<String, Tensor>>> said = new TreeMap<>();
        collected.came().forEach((rank, came) -> said.put(rank, came.states()));
        watch.fed(step, order.samples(step), said, allotment);
        watch.given(step - 1, parameters);
        said.forEach((rank, states) -> states.forEach(state -> watch.held(step - 1, rank, state)));
    }

    private static int samples(List<Reducer.Part> parts) {
        return parts.stream().mapToInt(Reducer.Part::samples).sum();
    }

    private static double loss(List<Reducer.Part> parts) {
        double sum = 0;
        for (Reducer.Part part : parts) {
            sum += part.size() * part.loss();
        }
        return sum / samples(parts);
    }

    private Round round(OptionalLong step, Gathered gathered, double loss, Duration reduce, Duration update) {
        List<Integer> order = gathered.collected().order();
        return new Round(
                step,
                gathered.shares(),
                loss,
                samples(gathered.parts()),
                plan.shards().batch(),
                gathered.shown(),
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
