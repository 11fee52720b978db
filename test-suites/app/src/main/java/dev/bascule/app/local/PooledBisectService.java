package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.app.orders.VersionedJobs;
import dev.bascule.app.orders.WorkerLabels;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectListener;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.BisectService;
import dev.bascule.studies.bisect.What;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Searches versions on one worker of a pool: of those that have the backend and two versions at least, the one that has most. Each
 * call is one of its own; not for concurrent use.
 */
public final class PooledBisectService implements BisectService {
    private final PooledJobs pooled;
    private final ModelResolver models;
    private final Requirement where;
    private final VersionSearch search;
    private final Supplier<String> ids;
    private final Clock clock;

    /**
     * @param pooled its workers
     * @param where what is asked of the worker
     * @param environments where the case that was found is written by itself
     * @param usualEngine the engine's version where nobody names one
     * @param ids makes ids of runs
     */
    public PooledBisectService(
            PooledJobs pooled,
            ModelResolver models,
            Requirement where,
            RunEnvironmentFactory environments,
            String usualEngine,
            Supplier<String> ids,
            Clock clock) {
        this.pooled = pooled;
        this.models = models;
        this.where = where;
        this.search = new VersionSearch(environments, usualEngine, clock);
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public BisectReport bisect(BisectRequest request, RunTurn turn, BisectListener listener) {
        Inventory inventory = chosen(request, listener);
        String worker = WorkerLabels.worker(inventory).orElseThrow();
        listener.phase("every run is a job of %s (%s), which has %s"
                .formatted(worker, inventory.processor(), versions(inventory, request)));
        VersionedJobs jobs =
                new VersionedJobs(pooled, models, worker, inventory, where, request.over(), clock, listener::phase);
        return search.search(
                request,
                new WorkerShelf(inventory),
                plan -> new PooledProber(
                        jobs,
                        request.run(),
                        request.what() == What.SLOW ? Optional.of(plan.good()) : Optional.empty(),
                        new ProbeReading(request.what(), request.threshold()),
                        ids),
                listener);
    }

    private Inventory chosen(BisectRequest request, BisectListener listener) {
        List<Inventory> there;
        try {
            there = pooled.inventories(listener::phase);
        } catch (InterruptedException e) {
            throw new BasculeException(ErrorCode.RUN_INTERRUPTED, "stopped before anything was sent");
        }
        return there.stream()
                .filter(inventory -> lacking(inventory, request).isEmpty())
                .max(Comparator.comparingInt(inventory -> request.over().stream()
                        .mapToInt(axis ->
                                new WorkerShelf(inventory).versions(axis).size())
                        .sum()))
                .orElseThrow(() -> none(there, request));
    }

    /** What keeps a worker from it, a part of a sentence each. */
    private List<String> lacking(Inventory inventory, BisectRequest request) {
        Requirement asked = new Requirement.Backend(request.backend().id()).and(where);
        return Stream.concat(
                        WorkerLabels.worker(inventory).isEmpty()
                                ? Stream.of("does not say which versions it has")
                                : Stream.<String>empty(),
                        Stream.concat(
                                asked.lacking(inventory).stream(),
                                request.over().stream()
                                        .flatMap(axis -> lacking(inventory, axis, request.of(axis)).stream())))
                .toList();
    }

    private static List<String> lacking(Inventory inventory, Axis axis, BisectRequest.Ends ends) {
        List<String> has = new WorkerShelf(inventory).versions(axis);
        List<String> ofEnds = Stream.of(ends.from(), ends.to())
                .flatMap(Optional::stream)
                .filter(end -> !has.contains(end))
                .map(end -> "%s %s is not installed".formatted(axis.product(), end))
                .toList();
        return has.size() >= 2 || !ofEnds.isEmpty()
                ? ofEnds
                : List.of(
                        "has %s of %s".formatted(has.isEmpty() ? "no version" : "only " + has.get(0), axis.product()));
    }

    private BasculeException none(List<Inventory> there, BisectRequest request) {
        String why = there.isEmpty()
                ? "no worker is there"
                : there.stream()
                        .map(inventory -> "%s: %s"
                                .formatted(
                                        WorkerLabels.worker(inventory).orElse("a worker of another build"),
                                        String.join(", ", lacking(inventory, request))))
                        .collect(Collectors.joining("; "));
        Axis axis = request.over().contains(Axis.ENGINE) ? Axis.ENGINE : Axis.BROWSER;
        return new BasculeException(
                ErrorCode.NOTHING_RAN,
                "no worker can do it: %s; a worker installs nothing for others, and versions are compared on one machine"
                        .formatted(why),
                "bascule install %s@VERSION on a worker's machine, for each version, then start that worker again"
                        .formatted(axis.part()),
                "bascule queue");
    }

    private static String versions(Inventory inventory, BisectRequest request) {
        return request.over().stream()
                .sorted()
                .map(axis -> axis.product() + " " + String.join(", ", new WorkerShelf(inventory).versions(axis)))
                .collect(Collectors.joining("; "));
    }
}
