package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.time.RecentTimes;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.scheduling.worker.WorkerView;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.AttemptStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What accepted attempts took, by each worker's own clock: of one likeness, on one class of hardware, by one version of Bascule. Lost and
 * failed attempts tell nothing, nor do those in which a cell failed for a reason of the hardware, which is soon done. Belongs to whoever
 * holds the desk's lock.
 */
final class MeasuredTimes implements ServiceTimes {
    private final Forecasts otherwise;
    private final Map<WorkerId, Machine> machines = new HashMap<>();
    private final Map<Cell, RecentTimes> known = new HashMap<>();

    private record Machine(String hardware, String product) {}

    private record Cell(String likeness, Machine machine) {}

    private record Sample(String likeness, AttemptStatus attempt) {
        Instant ended() {
            return attempt.ended().orElse(attempt.placed());
        }
    }

    /** @param otherwise asked where nothing was measured */
    MeasuredTimes(Forecasts otherwise) {
        this.otherwise = otherwise;
    }

    /** A worker is there: its jobs take what they take on such hardware with its version. */
    void joined(Seat seat) {
        machines.put(seat.id, new Machine(seat.hardware, seat.product));
    }

    /** What jobs of a former coordinator took. */
    void add(Collection<JobEntry> entries) {
        entries.stream()
                .flatMap(entry -> entry.attempts().stream()
                        .map(attempt -> new Sample(entry.request().likeness(), attempt)))
                .sorted(Comparator.comparing(Sample::ended))
                .forEach(sample -> add(sample.likeness(), sample.attempt()));
    }

    /** Forgets those of all other likenesses. */
    void keepOnly(Set<String> likenesses) {
        known.keySet().removeIf(cell -> !likenesses.contains(cell.likeness()));
    }

    /** What an attempt took, where it tells something. */
    void add(String likeness, AttemptStatus attempt) {
        if (attempt.state() != AttemptState.DONE || attempt.failure().isPresent()) {
            return;
        }
        attempt.took().ifPresent(took -> {
            Cell cell = new Cell(likeness, new Machine(attempt.hardware(), attempt.product()));
            known.computeIfAbsent(cell, any -> new RecentTimes()).add(took);
            otherwise.took(likeness, attempt.hardware(), took);
        });
    }

    @Override
    public ServiceTime of(Job job, WorkerView worker) {
        Optional<Machine> machine = Optional.ofNullable(machines.get(worker.id()));
        return machine.flatMap(one -> Optional.ofNullable(known.get(new Cell(job.kind(), one))))
                .<ServiceTime>map(RecentTimes::next)
                .orElseGet(() -> otherwise.of(
                        job.id(),
                        job.kind(),
                        machine.map(Machine::hardware)
                                .orElseGet(
                                        () -> worker.inventory().hardwareClass().key()),
                        worker.inventory()));
    }
}
