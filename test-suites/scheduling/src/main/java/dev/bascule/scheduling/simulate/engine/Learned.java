package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.time.RecentTimes;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.HardwareClass;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/** What jobs of a kind took so far on a class of hardware, set-up included, as a coordinator learns it. Belongs to one thread. */
final class Learned implements ServiceTimes {
    private final ServiceTimes otherwise;
    private final Map<Inventory, HardwareClass> classes = new IdentityHashMap<>();
    private final Map<Cell, RecentTimes> samples = new HashMap<>();

    private record Cell(String kind, HardwareClass hardware) {}

    /** @param otherwise tells what cannot run, and that nobody knows the rest */
    Learned(ServiceTimes otherwise) {
        this.otherwise = otherwise;
    }

    void add(String kind, Inventory inventory, Duration took) {
        samples.computeIfAbsent(cell(kind, inventory), any -> new RecentTimes()).add(took);
    }

    private Cell cell(String kind, Inventory inventory) {
        return new Cell(kind, classes.computeIfAbsent(inventory, Inventory::hardwareClass));
    }

    @Override
    public ServiceTime of(Job job, WorkerView worker) {
        ServiceTime nobody = otherwise.of(job, worker);
        return nobody instanceof ServiceTime.Impossible
                ? nobody
                : Optional.ofNullable(samples.get(cell(job.kind(), worker.inventory())))
                        .<ServiceTime>map(RecentTimes::next)
                        .orElse(nobody);
    }
}
