package dev.bascule.scheduling.policy;

import dev.bascule.scheduling.job.Job;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Whose turn it is: the owner who was served least so far, by start-time fair queueing (Goyal, Vin and Cheng, SIGCOMM 1996). A job
 * is counted at its best time, so that nobody pays for being placed badly. A new owner begins level with the one who was served least.
 * For one thread.
 */
final class FairOrder {
    private final Map<String, Double> served = Remembered.map();

    /** A turn: what its owner was served before. */
    private record Turn(String owner, double before, int number) {}

    /**
     * The next jobs of these.
     *
     * @param jobs in the order in which they came
     * @param window which of them it takes; what it does not take costs its owner nothing
     */
    List<Job> next(List<Job> jobs, Window window, Costs costs) {
        Map<String, Deque<Job>> waiting = new TreeMap<>();
        jobs.forEach(job -> waiting.computeIfAbsent(job.owner(), owner -> new ArrayDeque<>())
                .add(job));
        double least = least(waiting);
        PriorityQueue<Turn> turns = new PriorityQueue<>(Comparator.comparingDouble(Turn::before)
                .thenComparingInt(Turn::number)
                .thenComparing(Turn::owner));
        waiting.keySet()
                .forEach(owner -> turns.add(new Turn(owner, Math.max(least, served.getOrDefault(owner, least)), 0)));
        List<Job> next = new ArrayList<>();
        while (!turns.isEmpty() && window.isOpen()) {
            Turn turn = turns.remove();
            Deque<Job> own = waiting.getOrDefault(turn.owner(), new ArrayDeque<>());
            while (!own.isEmpty()) {
                Job job = own.remove();
                if (window.takes(job)) {
                    next.add(job);
                    turns.add(
                            new Turn(turn.owner(), turn.before() + costs.of(job).best(), turn.number() + 1));
                    break;
                }
            }
        }
        return next;
    }

    /** Counts what begins. */
    void began(List<Job> waiting, List<Job> begun, Costs costs) {
        Map<String, Deque<Job>> owners = new TreeMap<>();
        waiting.forEach(job -> owners.computeIfAbsent(job.owner(), owner -> new ArrayDeque<>()));
        double least = least(owners);
        for (Job job : begun) {
            double before = Math.max(least, served.getOrDefault(job.owner(), least));
            served.put(job.owner(), before + costs.of(job).best());
        }
    }

    /** Of those who wait, what the one who was served least was served. */
    private double least(Map<String, Deque<Job>> waiting) {
        return waiting.keySet().stream()
                .filter(served::containsKey)
                .mapToDouble(owner -> served.getOrDefault(owner, 0.0))
                .min()
                .orElseGet(() -> served.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(0));
    }
}
