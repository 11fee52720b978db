package dev.bascule.scheduling.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A real run. Immutable.
 *
 * @param workload its name, as a forecast has it
 * @param policy by which it was placed
 * @param started when that was from which all else is counted, by the coordinator's clock; empty where the record does not say
 * @param workers hardware class by worker
 * @param cameOrLeft workers that came after the first submission, or left before the last end
 * @param attempts those whose results were taken, one of each job, in the order of their ends; one at least
 * @param lost how many attempts failed or were lost
 * @param known what the policy knew of times when the first job came
 */
public record RecordedRun(
        String workload,
        String policy,
        long seed,
        Optional<Instant> started,
        SortedMap<String, String> workers,
        SortedSet<String> cameOrLeft,
        List<RecordedAttempt> attempts,
        long lost,
        List<Known> known) {
    public RecordedRun {
        known = List.copyOf(known);
        workers = Collections.unmodifiableSortedMap(new TreeMap<>(workers));
        cameOrLeft = Collections.unmodifiableSortedSet(new TreeSet<>(cameOrLeft));
        attempts = attempts.stream()
                .sorted(Comparator.comparing(RecordedAttempt::ended).thenComparing(RecordedAttempt::job))
                .toList();
        if (attempts.isEmpty()) {
            throw new IllegalArgumentException("nothing was done");
        }
        for (RecordedAttempt each : attempts) {
            if (!workers.containsKey(each.worker())) {
                throw new IllegalArgumentException("the worker %s never joined".formatted(each.worker()));
            }
            if (!each.asked().on().isEmpty() && !each.asked().on().contains(each.worker())) {
                throw new IllegalArgumentException(
                        "%s was done by %s, which has not what it asks".formatted(each.job(), each.worker()));
            }
        }
    }

    /** By a policy that knew nothing of times. */
    public RecordedRun(
            String workload,
            String policy,
            long seed,
            Optional<Instant> started,
            SortedMap<String, String> workers,
            SortedSet<String> cameOrLeft,
            List<RecordedAttempt> attempts,
            long lost) {
        this(workload, policy, seed, started, workers, cameOrLeft, attempts, lost, List.of());
    }

    /**
     * What jobs of a kind took on a class of hardware before. Immutable.
     *
     * @param took the newest last
     */
    public record Known(String kind, String hardware, List<Duration> took) {
        public Known {
            took = List.copyOf(took);
        }
    }

    /** From the first submission to the last end. */
    public Duration makespan() {
        return lastEnd().minus(firstSubmission());
    }

    private Duration firstSubmission() {
        return attempts.stream()
                .map(RecordedAttempt::submitted)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private Duration lastEnd() {
        return attempts.get(attempts.size() - 1).ended();
    }

    /** When its first job came, by the coordinator's clock; empty where the record does not say. */
    public Optional<Instant> began() {
        return started.map(each -> each.plus(firstSubmission()));
    }

    /** Summed over jobs: from submission to placement. */
    public Duration waiting() {
        return attempts.stream()
                .map(each -> each.placed().minus(each.submitted()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Summed over jobs, by the workers' clocks. */
    public Duration service() {
        return attempts.stream().map(RecordedAttempt::took).reduce(Duration.ZERO, Duration::plus);
    }

    /** Summed: what jobs cost beside their work, and how long workers stood idle after them while work waited that was done there in the end. */
    public Duration overhead() {
        Map<RecordedAttempt, Duration> gaps = gaps();
        return attempts.stream()
                .map(each -> each.overhead().plus(gaps.getOrDefault(each, Duration.ZERO)))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** After each attempt: until its worker got the next job, from when that was there; zero after the last. */
    public Map<RecordedAttempt, Duration> gaps() {
        Map<String, List<RecordedAttempt>> byWorker = new HashMap<>();
        attempts.forEach(each -> byWorker.computeIfAbsent(each.worker(), worker -> new ArrayList<>())
                .add(each));
        Map<RecordedAttempt, Duration> gaps = new HashMap<>();
        byWorker.values().forEach(each -> {
            for (int i = 0; i < each.size(); i++) {
                Duration gap = Duration.ZERO;
                if (i + 1 < each.size()) {
                    RecordedAttempt next = each.get(i + 1);
                    Duration from = each.get(i).ended();
                    if (next.submitted().compareTo(from) > 0) {
                        from = next.submitted();
                    }
                    gap = next.placed().minus(from);
                }
                gaps.put(each.get(i), gap.isNegative() ? Duration.ZERO : gap);
            }
        });
        return gaps;
    }
}
