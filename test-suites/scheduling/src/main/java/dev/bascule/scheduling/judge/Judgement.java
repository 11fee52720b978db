package dev.bascule.scheduling.judge;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How well jobs were placed. Immutable.
 *
 * @param matching Σ best feasible time / Σ time where it was placed, both by the same times; in (0, 1], the higher the better; empty where of no job both are known
 * @param matched of how many jobs that speaks
 * @param idle time of workers, summed, in which they did nothing while a job waited that they could do
 * @param makespan from the first submission to the last end
 * @param meanFlow the mean of the times from ready to done
 * @param late how many jobs ended after their deadline
 * @param lateness by how much, summed
 * @param fairness Jain's index over owners of the mean of best time / (end − ready): 1 where all are served as well; empty where no time is known
 */
public record Judgement(
        OptionalDouble matching,
        int matched,
        Duration idle,
        Duration makespan,
        Duration meanFlow,
        int late,
        Duration lateness,
        OptionalDouble fairness) {}
