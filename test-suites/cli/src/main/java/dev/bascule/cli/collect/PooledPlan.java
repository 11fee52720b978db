package dev.bascule.cli.collect;

import dev.bascule.app.config.Keys;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.PooledJobs;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.collect.CollectOrder;
import dev.bascule.studies.collect.CollectPlan;
import dev.bascule.studies.collect.CollectSlice;
import dev.bascule.studies.collect.CollectWish;
import dev.bascule.workers.join.JoinAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who measures what: each machine once, however many workers it, or one like it, has.
 *
 * @param here what would be collected on this machine
 * @param on the pool, and what is asked of a worker
 */
record PooledPlan(Collecting here, OnOptions on) {

    /**
     * A worker, and what is left to measure on its machine.
     *
     * @param order hands out the slices; one for all workers that share them
     */
    record Planned(CollectingWorker worker, CollectWish wish, List<CollectSlice> slices, CollectOrder order) {}

    /** What the history tells machines apart by. */
    private record Measured(String machine, int processors) {}

    List<Planned> of(JoinAddress address, List<String> models) {
        KnownCells known = KnownCells.of(here.context(), here.config().get(Keys.STORE));
        CliContext context = here.context();
        return together(workers(address).stream()
                .map(worker -> {
                    CollectWish wish = worker.wish(context, here.config(), here.ask(), models);
                    List<CollectSlice> slices = worker.left(wish, context, here.config(), known);
                    return new Planned(worker, wish, slices, new CollectOrder(slices, wish.slice()));
                })
                .toList());
    }

    private List<CollectingWorker> workers(JoinAddress address) {
        CliContext context = here.context();
        Requirement where = on.where();
        List<Inventory> there;
        try (JobPool pool = context.services().pool(address, context.console()::say)) {
            there = new PooledJobs(pool, on.patience(), on.shown()).inventories(context.console()::say);
        } catch (InterruptedException e) {
            throw new BasculeException(ErrorCode.RUN_INTERRUPTED, "stopped before anything was sent");
        }
        List<CollectingWorker> workers = there.stream()
                .filter(where::metBy)
                .flatMap(inventory -> CollectingWorker.of(inventory).stream())
                .toList();
        if (workers.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_RAN,
                    there.isEmpty()
                            ? "no worker is there"
                            : "none of the %d workers there is of this build and meets --where".formatted(there.size()),
                    "bascule worker --join on a machine that does, or another --where",
                    "bascule queue");
        }
        return workers;
    }

    /**
     * Of each machine, and of those with its fingerprint, the worker that has most to measure leads. Those that have just what it
     * has take slices of the same list, others are left out.
     */
    private List<Planned> together(List<Planned> each) {
        Map<Measured, Planned> leads = new LinkedHashMap<>();
        List<Planned> kept = new ArrayList<>();
        List<Planned> most = each.stream()
                .sorted(Comparator.comparingInt((Planned one) -> CollectPlan.configurations(one.slices()))
                        .reversed())
                .toList();
        for (Planned one : most) {
            Inventory own = one.worker().inventory();
            Planned lead = leads.computeIfAbsent(new Measured(one.worker().machine(), own.processors()), any -> one);
            boolean like = own.hardwareClass().equals(lead.worker().inventory().hardwareClass());
            if (like) {
                kept.add(new Planned(one.worker(), lead.wish(), lead.slices(), lead.order()));
            }
            if (lead != one) {
                here.context()
                        .console()
                        .say("%s is on a machine like that of %s, or on the same: %s"
                                .formatted(
                                        one.worker().id(),
                                        lead.worker().id(),
                                        like
                                                ? "they share the slices"
                                                : "it is left out, as it has other backends or browsers"));
            }
        }
        return kept;
    }
}
