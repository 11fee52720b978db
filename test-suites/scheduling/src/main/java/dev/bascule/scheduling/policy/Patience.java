package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import dev.bascule.scheduling.job.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Who has waited long enough. Two jobs are watched: the oldest of all, whatever its priority, and the one whose turn it is. From the least
 * patience on they need wait no longer for a better worker than they would take on an idle one (as who rents skis until that has cost a pair), and
 * after the most patience they take any, whatever is predicted. A job with k others before it in the order in which they came thus begins within
 * (k + 1) times the most patience and the time until a worker that can do it is idle. For one thread.
 */
final class Patience {
    private final AssignmentSettings settings;
    private Optional<Watched> oldest = Optional.empty();
    private Optional<Watched> next = Optional.empty();

    private record Watched(JobId job, Instant since) {}

    Patience(AssignmentSettings settings) {
        this.settings = settings;
    }

    /** Takes note of who is first now. */
    void see(Round round, Costs costs, FairOrder fair) {
        oldest = round.waiting().stream()
                .filter(job -> costs.of(job).isPossible())
                .findFirst()
                .map(job -> watched(oldest, job, round.now()));
        // The highest priority of which one can be done: few are asked of many that wait.
        SortedMap<Integer, List<Job>> levels = new TreeMap<>(Comparator.reverseOrder());
        round.waiting()
                .forEach(job -> levels.computeIfAbsent(job.priority(), level -> new ArrayList<>())
                        .add(job));
        next = levels.values().stream()
                .flatMap(level -> fair.next(level, Window.ofOne(costs), costs).stream())
                .findFirst()
                .map(job -> watched(next, job, round.now()));
    }

    private static Watched watched(Optional<Watched> before, Job job, Instant now) {
        return before.filter(each -> each.job().equals(job.id())).orElseGet(() -> new Watched(job.id(), now));
    }

    /** For how long they were first, of those that were so for the least patience. */
    Map<JobId, Duration> over(Instant now) {
        Map<JobId, Duration> over = new HashMap<>();
        Stream.concat(oldest.stream(), next.stream()).forEach(watched -> {
            Duration first = Duration.between(watched.since(), now);
            if (first.compareTo(settings.leastPatience()) >= 0) {
                over.merge(watched.job(), first, (one, other) -> one.compareTo(other) >= 0 ? one : other);
            }
        });
        return over;
    }
}
