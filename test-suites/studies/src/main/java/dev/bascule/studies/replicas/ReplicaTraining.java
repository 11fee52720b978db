package dev.bascule.studies.replicas;

import dev.bascule.exact.ExactOutput;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.replicas.Rounds.Made;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.ExactTraining;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.StepOrder;
import dev.bascule.studies.training.TrainingModels;
import dev.bascule.studies.training.TrainingReport.Trained;
import dev.bascule.studies.training.TrainingStart;
import dev.bascule.studies.training.TrainingTask;
import dev.bascule.studies.training.Trajectory;
import dev.bascule.training.step.TrainingGraphs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Replicas at these places train one network together, and are held against one worker. Belongs to one thread; for one run. */
public final class ReplicaTraining {
    /** Of ending all sessions, and reading where they ran. */
    private static final Duration FAREWELL = Duration.ofSeconds(60);

    private final TrainingTask task;
    private final ReplicaPlan plan;
    private final List<ReplicaPlace> places;
    private final SessionSettings settings;
    private final RunnerSource natively;
    private final JobIds ids;
    private final BooleanSupplier stopped;
    private final ReplicasService.Listener listener;
    private final StepOrder order;
    private final TrainingModels models;
    private final TrainingModels.OnDisk apply;
    private final List<TrainingModels.OnDisk> graphs;
    private final Watch watch = new Watch();
    private final List<Finding> findings = new ArrayList<>();
    /** Why nothing exact is known. */
    private final List<String> unknown = new ArrayList<>();

    private SortedMap<Integer, Ended> unopened = new TreeMap<>();
    private SortedMap<Integer, SessionPlacement> placements = new TreeMap<>();
    private Beginning beginning = new Beginning(new TreeMap<>(), Optional.empty());
    private Made made;
    private Beside beside = Beside.NOTHING;
    private List<Loss> losses = List.of();
    private Optional<Trajectory> trajectory = Optional.empty();
    private boolean interrupted;

    /**
     * @param task of the whole batch
     * @param places in rank order
     * @param folder where its models are written
     * @param natively whose CPU applies the gradients, is the one worker, and answers for held-out data
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE}
     */
    public ReplicaTraining(
            TrainingTask task,
            ReplicaPlan plan,
            List<ReplicaPlace> places,
            SessionSettings settings,
            Path folder,
            RunnerSource natively,
            JobIds ids,
            BooleanSupplier stopped,
            ReplicasService.Listener listener) {
        this.task = task;
        this.plan = plan;
        this.places = List.copyOf(places);
        this.settings = settings;
        this.natively = natively;
        this.ids = ids;
        this.stopped = stopped;
        this.listener = listener;
        this.order = new StepOrder(task, plan.seed());
        Map<Integer, TrainingModels.OnDisk> bySize = new LinkedHashMap<>();
        this.graphs = plan.shards().counts().stream()
                .map(count -> bySize.computeIfAbsent(
                        count,
                        size -> TrainingModels.write(TrainingGraphs.replica(task.fed(plan.seed(), size)), folder)))
                .toList();
        this.models = TrainingModels.write(task, plan.seed(), folder);
        this.apply = TrainingModels.write(TrainingGraphs.apply(task.fed(plan.seed(), task.batch())), folder);
        this.made = Made.nothing(initial());
    }

    /** What replicas and host really do; a test plants faults there. */
    record Parts(UnaryOperator<List<Worker>> workers, Reducer reducer) {
        static final Parts REAL = new Parts(workers -> workers, Reducer.MEAN);
    }

    /** @throws BasculeException {@link ErrorCode#REFERENCE_UNAVAILABLE} where native CPU does not apply gradients */
    public ReplicasReport run(Trained trained, int processors) {
        return run(trained, processors, Parts.REAL);
    }

    ReplicasReport run(Trained trained, int processors, Parts parts) {
        List<Worker> workers = IntStream.range(0, places.size())
                .<Worker>mapToObj(rank ->
                        places.get(rank).worker(rank, ReplicaModel.of(graphs.get(rank)), settings, plan.timeout()))
                .toList();
        try (Crew crew = new Crew(
                parts.workers().apply(workers),
                rank -> Rounds.inputs(order, plan.shards(), initial(), 1, rank),
                plan.restarts())) {
            together(crew, parts.reducer());
            losses = crew.losses();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (BasculeException e) {
            // What an interrupt breaks off fails in all kinds of ways.
            if (!isStopped()) {
                throw e;
            }
        }
        interrupted = isStopped();
        return report(trained, processors);
    }

    private boolean isStopped() {
        return stopped.getAsBoolean() || Thread.currentThread().isInterrupted();
    }

    private Map<String, Tensor> initial() {
        Map<String, Tensor> initial = new LinkedHashMap<>();
        apply.graph().parameters().forEach(each -> initial.put(each.name(), each.initial()));
        return initial;
    }

    private void together(Crew crew, Reducer reducer) throws InterruptedException {
        listener.phase("opening %d replicas".formatted(places.size()));
        unopened = crew.open();
        if (!unopened.isEmpty()) {
            return;
        }
        Rounds rounds = new Rounds(
                plan, crew, order, reducer, watch, Rounds.shown(graphs.get(0).graph()), stopped);
        ExactTraining exact = exact();
        begin(rounds, reducer, exact);
        listener.phase(
                "%d rounds of %s samples".formatted(plan.steps(), plan.shards().words()));
        try (Updater updater = updater()) {
            made = rounds.make(plan.steps(), initial(), updater, true);
        }
        losses = crew.losses();
        ReplicaJudge judge = judge();
        Optional<Made> again = Optional.empty();
        if (!isStopped() && crew.isAlive()) {
            long end = made.losses().size();
            // What all have after the last update is seen when they are asked once more.
            rounds.gather(made.parameters(), end + 1, true, plan.patience());
            if (judge.isRepeatable()) {
                listener.phase("the first %d rounds once more".formatted(plan.first()));
                try (Updater updater = updater()) {
                    again = Optional.of(rounds.make(plan.first(), initial(), updater, false));
                }
            }
        }
        Trajectory first = judge.trajectory(exact);
        trajectory = Optional.of(first).filter(known -> known.judged() > 0);
        findings.addAll(List.of(judge.equalsOne(first, exact), ReshardedJudge.of(made, resharded())));
        findings.addAll(judge.seen(watch));
        findings.add(judge.repeated(again));
        findings.add(judge.communication(
                graphs.stream().map(each -> Theory.of(each.graph())).toList(), pooled()));
        placements = crew.end(FAREWELL);
        if (!isStopped()) {
            listener.phase("one native CPU worker with the same samples, and held-out data");
            try (OneWorker alone = new OneWorker(task, plan, models, natively, ids)) {
                beside = Beside.of(alone, settings, order, plan.steps(), made, initial(), this::isStopped);
            }
            findings.add(EndingJudge.of(beside.ending()));
        }
    }

    private Set<Integer> pooled() {
        return IntStream.range(0, places.size())
                .filter(rank -> places.get(rank).isPooled())
                .boxed()
                .collect(Collectors.toSet());
    }

    private ExactTraining exact() {
        listener.phase("exact gradients and the first %d losses of one worker, in double".formatted(plan.first()));
        return ExactTraining.of(task, models, order, TrainingStart.ANEW, plan.first(), stopped);
    }

    private Optional<GradientJudgement> resharded() {
        if (made.resharded().isEmpty()) {
            return Optional.empty();
        }
        listener.phase("exact gradients of %d rounds in which some took over what was another's"
                .formatted(made.resharded().size()));
        return Resharded.judged(made.resharded(), models.gradient().graph(), order, stopped, unknown);
    }

    private void begin(Rounds rounds, Reducer reducer, ExactTraining exact) throws InterruptedException {
        listener.phase("gradients of the first batches, of each replica beside the exact ones");
        List<List<Map<String, ExactOutput>>> parts = new ArrayList<>();
        for (int rank = 0; rank < places.size(); rank++) {
            parts.add(Beginning.exact(rounds, rank, graphs.get(rank).graph(), initial(), stopped, unknown));
        }
        unknown.addAll(exact.unknown());
        beginning = Beginning.of(rounds, reducer, initial(), parts, exact.gradients(), plan.timeout());
        findings.addAll(judge().gradients(beginning));
    }

    private Updater updater() {
        return Updater.open(apply, order.scalars(1), natively, ids, plan.timeout());
    }

    private ReplicaJudge judge() {
        return new ReplicaJudge(plan, this::name, made);
    }

    private String name(int rank) {
        return "[%d] %s".formatted(rank, places.get(rank).backend().id());
    }

    private ReplicasReport report(Trained trained, int processors) {
        boolean right = findings.stream().noneMatch(Finding::broken)
                && failure().isEmpty()
                && placements.size() == places.size()
                && placements.values().stream()
                        .allMatch(placement -> placement.verdict().isRight());
        return new ReplicasReport(
                task.network().name(),
                initial().values().stream()
                        .mapToLong(tensor -> tensor.shape().elements())
                        .sum(),
                trained,
                plan,
                processors,
                settings.threads(),
                IntStream.range(0, places.size()).mapToObj(this::replica).toList(),
                made.rounds(),
                findings,
                right
                        ? ReplicaFigures.of(
                                made.rounds(),
                                plan.shards(),
                                isComparable(processors) ? beside.one().steps() : Samples.NONE)
                        : Optional.empty(),
                beside.accuracy(),
                beside.oneAccuracy(),
                Agreement.among(made.losses(), beside.one().losses()),
                beside.ending(),
                trajectory,
                interrupted,
                failure());
    }

    /** One worker here says something of so many here, and nothing of those on other machines. */
    private boolean isComparable(int processors) {
        return places.stream().noneMatch(ReplicaPlace::isPooled)
                && !ReplicasReport.isOversubscribed(places.size(), settings.threads(), processors);
    }

    private ReplicasReport.Replica replica(int rank) {
        ReplicaPlace place = places.get(rank);
        return new ReplicasReport.Replica(
                rank,
                place.target(),
                plan.shards().counts().get(rank),
                Optional.ofNullable(unopened.get(rank)),
                Optional.ofNullable(beginning.each().get(rank)),
                Optional.ofNullable(placements.get(rank)),
                losses.stream().filter(loss -> loss.rank() == rank).toList(),
                ReplicaFigures.each(made.rounds(), rank),
                Theory.of(graphs.get(rank).graph()),
                place.elsewhere(),
                place.notes(settings));
    }

    private Optional<Failure> failure() {
        if (!unopened.isEmpty() || interrupted) {
            return Optional.empty();
        }
        return judge().cut().or(() -> ReplicaJudge.inexact(findings, unknown));
    }
}
