package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Upward ranks (HEFT: Topcuoglu, Hariri and Wu, IEEE TPDS 13, 2002), without the job's own part: how much work must follow a job
 * at least, one after the other, each at the mean of its workers. Transfers cost nothing here. Stateless.
 */
final class Ranks {
    private Ranks() {}

    /** Of each job for which another waits, in seconds; jobs that wait for each other in a ring have none. */
    static Map<JobId, Double> of(List<Job> later, Costs costs) {
        if (later.isEmpty()) {
            return Map.of();
        }
        Map<JobId, Integer> followers = new HashMap<>();
        later.forEach(job -> job.after().forEach(before -> followers.merge(before, 1, Integer::sum)));
        Map<JobId, Job> byId = new HashMap<>();
        later.forEach(job -> byId.put(job.id(), job));
        Deque<Job> ready = new ArrayDeque<>();
        later.stream().filter(job -> !followers.containsKey(job.id())).forEach(ready::add);
        Map<JobId, Double> ranks = new HashMap<>();
        while (!ready.isEmpty()) {
            Job job = ready.remove();
            double whole = mean(costs.of(job)) + ranks.getOrDefault(job.id(), 0.0);
            for (JobId before : job.after()) {
                ranks.merge(before, whole, Math::max);
                int left = followers.merge(before, -1, Integer::sum);
                if (left == 0) {
                    Optional.ofNullable(byId.get(before)).ifPresent(ready::add);
                }
            }
        }
        return ranks;
    }

    private static double mean(JobCosts costs) {
        double sum = 0;
        int count = 0;
        for (double each : costs.seconds()) {
            if (Double.isFinite(each)) {
                sum += each;
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }
}
