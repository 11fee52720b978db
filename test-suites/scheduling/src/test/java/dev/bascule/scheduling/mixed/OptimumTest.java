package dev.bascule.scheduling.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.bascule.fallback.testing.TestSize;
import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.judge.Finished;
import dev.bascule.scheduling.judge.Judge;
import dev.bascule.scheduling.judge.Judgement;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.time.ServiceTimes;
import dev.bascule.scheduling.worker.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Makespans beside the least that can be had, on small batches whose times are known. */
class OptimumTest {
    static final int ALL = 30;
    private static final int CASES = TestSize.of(8, ALL);

    @Test
    @Tag("sized")
    void the_makespan_is_within_five_percent_of_the_optimum_and_that_of_the_oldest_first_is_not() {
        assumeThat(CpSat.missing()).as("OR-Tools").isEmpty();
        Map<String, List<Double>> ratios = besideOptimum(List.of("assignment", "fifo"), 1, CASES);
        List<Double> ours = ratios.getOrDefault("assignment", List.of());
        List<Double> fifo = ratios.getOrDefault("fifo", List.of());

        assertThat(ours).hasSizeGreaterThan(CASES / 2);
        // No schedule beats the optimum: who seems to was not judged by the same times.
        assertThat(ours).allMatch(ratio -> ratio > 0.999);
        assertThat(Bootstrap.mean(ours).mean()).isLessThan(1.05);
        assertThat(Bootstrap.mean(fifo).low()).isGreaterThan(1.5);
    }

    /** Of each small batch whose optimum was proven: 12 to 20 jobs on six workers, every second batch heavy. */
    static Map<String, List<Double>> besideOptimum(List<String> policies, int first, int cases) {
        Map<String, List<Double>> ratios = new HashMap<>();
        for (int seed = first; seed < first + cases; seed++) {
            long each = seed;
            MixedWork work = seed % 2 == 0 ? MixedWork.BATCH : MixedWork.HEAVY_BATCH;
            List<Job> jobs = work.jobs(12 + seed % 9, seed);
            List<WorkerView> workers = MixedPool.of(1, 1, 1, 1, 1, 1);
            ServiceTimes truth = new MixedTimes(0, 0, seed).truth();
            OptionalDouble least = CpSat.leastMakespan(seconds(jobs, workers, truth));
            if (least.isPresent()) {
                policies.forEach(policy -> ratios.computeIfAbsent(policy, any -> new ArrayList<>())
                        .add(makespan(Policies.of(policy, each), workers, truth, jobs) / least.getAsDouble()));
            }
        }
        return ratios;
    }

    private static double[][] seconds(List<Job> jobs, List<WorkerView> workers, ServiceTimes truth) {
        double[][] time = new double[jobs.size()][workers.size()];
        for (int job = 0; job < time.length; job++) {
            for (int worker = 0; worker < time[job].length; worker++) {
                time[job][worker] = jobs.get(job)
                                .where()
                                .metBy(workers.get(worker).inventory())
                        ? median(truth, jobs.get(job), workers.get(worker)).toNanos() / 1e9
                        : Double.POSITIVE_INFINITY;
            }
        }
        return time;
    }

    private static Duration median(ServiceTimes truth, Job job, WorkerView worker) {
        return ((ServiceTime.Known) truth.of(job, worker)).median();
    }

    private static double makespan(Policy policy, List<WorkerView> workers, ServiceTimes truth, List<Job> jobs) {
        List<Finished> finished = new ListSimulation(
                        policy, workers, truth, (job, worker) -> median(truth, job, worker), round -> {})
                .run(jobs);
        Judgement judged = Judge.of(finished, workers, truth);
        return judged.makespan().toNanos() / 1e9;
    }
}
