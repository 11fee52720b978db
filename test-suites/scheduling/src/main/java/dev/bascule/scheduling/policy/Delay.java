package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Delay scheduling (Zaharia et al., EuroSys 2010) for hardware in place of data: an idle worker takes the oldest job on which it
 * is within 1.05 of the best class of hardware; a job that has waited for a while is taken within 1.3 of it, and after twice that by any.
 * Where nobody knows how long it takes on the worker, it is taken by any after the first while.
 */
public final class Delay implements Policy {
    private static final double NEAR = 1.05;
    private static final double FAR = 1.3;

    private final Duration patience;

    /** @param patience a while */
    public Delay(Duration patience) {
        this.patience = patience;
    }

    @Override
    public String name() {
        return "delay";
    }

    @Override
    public List<Placement> place(Round round) {
        List<WorkerView> idle = Possible.idle(round);
        List<Placement> placed = new ArrayList<>();
        for (Job job : round.waiting()) {
            if (idle.isEmpty()) {
                break;
            }
            takerOf(round, job, idle).ifPresent(taker -> {
                idle.remove(taker.worker());
                placed.add(new Placement(job.id(), taker.worker().id(), taker.because()));
            });
        }
        return placed;
    }

    private record Taker(WorkerView worker, String because) {}

    private Optional<Taker> takerOf(Round round, Job job, List<WorkerView> idle) {
        OptionalDouble best = round.workers().stream()
                .filter(worker -> Possible.is(round, job, worker))
                .map(worker -> round.times().of(job, worker))
                .filter(ServiceTime.Known.class::isInstance)
                .mapToDouble(time -> nanos((ServiceTime.Known) time))
                .min();
        Duration waited = Duration.between(job.submitted(), round.now());
        boolean longer = waited.compareTo(patience) >= 0;
        boolean any = waited.compareTo(patience.multipliedBy(2)) >= 0 || best.isEmpty();
        for (WorkerView worker : idle) {
            if (!Possible.is(round, job, worker)) {
                continue;
            }
            if (any) {
                return Optional.of(new Taker(
                        worker,
                        best.isEmpty()
                                ? "nobody knows how long it takes anywhere"
                                : "waited long enough for any worker"));
            }
            if (round.times().of(job, worker) instanceof ServiceTime.Known known) {
                double ratio = ratio(nanos(known), best.orElseThrow());
                if (ratio <= (longer ? FAR : NEAR)) {
                    return Optional.of(new Taker(worker, "%.2f times the best class's time".formatted(ratio)));
                }
            } else if (longer) {
                return Optional.of(new Taker(worker, "waited a while; how long it takes here is not known"));
            }
        }
        return Optional.empty();
    }

    private static double nanos(ServiceTime.Known known) {
        return known.median().toNanos();
    }

    /** Nothing beside nothing is as good. */
    private static double ratio(double time, double best) {
        return time <= best ? 1 : best <= 0 ? Double.POSITIVE_INFINITY : time / best;
    }
}
