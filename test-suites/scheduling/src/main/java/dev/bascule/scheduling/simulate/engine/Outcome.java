package dev.bascule.scheduling.simulate.engine;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What came of a simulation. Simulated, and never a measurement. Immutable.
 *
 * @param submitted jobs that came
 * @param done jobs that were done, each once
 * @param inside jobs that wait or run at the end
 * @param lost attempts whose worker was lost
 * @param makespan from the first submission to the last end
 * @param elapsed the whole time that was simulated
 * @param meanInSystem of the time from submission to end, of those done after the warm-up; empty of none
 * @param meanWait of the time from submission to (last) placement, likewise
 * @param median of the time in the system, of all that were done, within 0.5 %; empty of none
 * @param p95 likewise
 * @param waiting summed over jobs: from submission to the placement of the attempt that was done
 * @param overhead summed over jobs: from placement to the begin of work, and from its end to when the lane is free
 * @param service summed over jobs: from the begin of work to its end
 * @param timeAverageInside jobs in the system, averaged over all that time
 * @param busy the share of all lanes' time in which they had a job
 * @param idle time of lanes, summed, that were idle while a job waited that they could do
 * @param matching Σ best feasible median / Σ median where it was placed, of all that were done
 * @param late how many were done after their deadline
 * @param joules where all machines' power is given
 * @param slowed time of machines, summed, at which they worked throttled
 * @param rounds how often the policy was asked
 */
public record Outcome(
        String policy,
        long seed,
        long submitted,
        long done,
        long inside,
        long lost,
        Duration makespan,
        Duration elapsed,
        OptionalDouble meanInSystem,
        OptionalDouble meanWait,
        Optional<Duration> median,
        Optional<Duration> p95,
        Duration waiting,
        Duration overhead,
        Duration service,
        double timeAverageInside,
        double busy,
        Duration idle,
        OptionalDouble matching,
        long late,
        OptionalDouble joules,
        Duration slowed,
        long rounds) {}
