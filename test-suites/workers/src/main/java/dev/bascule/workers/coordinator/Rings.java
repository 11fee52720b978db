package dev.bascule.workers.coordinator;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.JobRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Jobs of which each waits for the next one and the last for the first. Stateless. */
final class Rings {
    private Rings() {}

    /**
     * Looks at jobs that come together, in time linear in them (Kahn's order): one that was there before waits for none of them.
     *
     * @throws BasculeException COORDINATOR_REFUSED where some wait for each other
     */
    static void refuse(Collection<JobRequest> jobs) {
        Set<JobId> left = new HashSet<>();
        jobs.forEach(job -> left.add(job.id()));
        Map<JobId, List<JobId>> waiters = new HashMap<>();
        Map<JobId, Integer> waitsFor = new HashMap<>();
        Deque<JobId> free = new ArrayDeque<>();
        for (JobRequest job : jobs) {
            List<JobId> before = job.after().stream().filter(left::contains).toList();
            before.forEach(
                    id -> waiters.computeIfAbsent(id, one -> new ArrayList<>()).add(job.id()));
            waitsFor.put(job.id(), before.size());
            if (before.isEmpty()) {
                free.add(job.id());
            }
        }
        while (!free.isEmpty()) {
            JobId next = free.remove();
            left.remove(next);
            for (JobId waiter : waiters.getOrDefault(next, List.of())) {
                int others = waitsFor.getOrDefault(waiter, 0) - 1;
                waitsFor.put(waiter, others);
                if (others == 0) {
                    free.add(waiter);
                }
            }
        }
        left.stream().min(Comparator.comparing(JobId::value)).ifPresent(id -> {
            throw new BasculeException(
                    ErrorCode.COORDINATOR_REFUSED, "%s waits for jobs that wait for it".formatted(id));
        });
    }
}
