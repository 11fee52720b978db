package dev.bascule.scheduling.simulate.engine;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.simulate.model.Distribution;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Machines;
import dev.bascule.scheduling.simulate.model.Origin;
import dev.bascule.scheduling.simulate.model.Service;
import dev.bascule.scheduling.simulate.model.Workload;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** What policies are told of times: the medians and intervals of what is drawn. Immutable once made. */
final class Believed implements ServiceTimes {
    private static final ServiceTime NEVER = new ServiceTime.Impossible("the workload has no time of it there");

    private static final ServiceTime NOBODY_KNOWS = new ServiceTime.Unknown("nobody measured it");

    private final Map<Inventory, Map<String, Times>> known = new IdentityHashMap<>();

    private record Times(ServiceTime warm, ServiceTime cold) {}

    Believed(Fleet fleet, Workload workload) {
        for (Machines machines : fleet.machines()) {
            Map<String, Times> kinds = new HashMap<>();
            for (Service service : workload.services()) {
                if (service.machines().equals(machines.name())) {
                    kinds.put(
                            service.kind(),
                            new Times(
                                    time(service, Distribution.Constant.ZERO),
                                    time(service, service.setup().value())));
                }
            }
            known.put(machines.inventory(), kinds);
        }
    }

    private static ServiceTime time(Service service, Distribution setup) {
        Distribution work = service.work().value();
        return new ServiceTime.Known(
                work.median().plus(setup.median()),
                work.low().plus(setup.low()),
                work.high().plus(setup.high()),
                source(service.work().origin()));
    }

    private static ServiceTime.Source source(Origin origin) {
        return switch (origin) {
            case MEASURED -> ServiceTime.Source.MEASURED;
            case PREDICTED -> ServiceTime.Source.PREDICTED;
            case ASSUMED -> ServiceTime.Source.ASSUMED;
        };
    }

    @Override
    public ServiceTime of(Job job, WorkerView worker) {
        Times times = known.getOrDefault(worker.inventory(), Map.of()).get(job.kind());
        if (times == null) {
            return NEVER;
        }
        return worker.warm().containsAll(job.warmth()) ? times.warm() : times.cold();
    }

    /** Only where it cannot run. */
    ServiceTime unknown(Job job, WorkerView worker) {
        return of(job, worker) instanceof ServiceTime.Impossible ? NEVER : NOBODY_KNOWS;
    }

    /** With nothing to set up. */
    Duration median(String kind, Machines machines) {
        Times times = known.getOrDefault(machines.inventory(), Map.of()).get(kind);
        return times != null && times.warm() instanceof ServiceTime.Known time ? time.median() : Duration.ZERO;
    }
}
