package dev.bascule.scheduling.assign;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Lowers the last end of a plan: a job of the machine that ends last goes elsewhere, and may push another on from there, so that two change places
 * or three move round. Each step takes the change that lowers that machine's end most, with a fifth of the mean of the work that it adds to all.
 * Changes the plan and the loads that it is given. Used once, by one thread.
 */
final class LastEnd {
    /** More jobs for each machine are far from the end: there, the last end says little of what is good now. */
    private static final int MOST_JOBS_PER_MACHINE = 4;

    private static final int STEPS_PER_JOB = 3;
    /** What work counts beside the last end: chosen so that makespans stay within 5 % of the optimum, and little work is added. */
    private static final double WORK = 0.2;

    private static final double NOTHING = 1e-9;

    private final double[][] time;
    private final double[] load;
    private final int[] machineOf;
    /** Of each job on any machine. */
    private final double[] least;
    /** Machines by what each job takes there; empty until it is asked for. */
    private final int[][] byTime;
    /** Jobs of each machine, in their order; made anew with each step. */
    private int[][] jobsOf = {};

    private int last;
    private Optional<Change> best = Optional.empty();
    private double bestValue;

    /** A job that goes to another machine. */
    private record Move(int job, int to) {}

    /** A job that goes elsewhere, and one that it pushes on from there. */
    private record Change(Move move, Optional<Move> pushed) {}

    LastEnd(double[][] time, double[] load, int[] machineOf) {
        this.time = time;
        this.load = load;
        this.machineOf = machineOf;
        this.byTime = new int[time.length][0];
        this.least = Arrays.stream(time)
                .mapToDouble(job -> Arrays.stream(job).min().orElse(0))
                .toArray();
    }

    void lower() {
        if (time.length > MOST_JOBS_PER_MACHINE * load.length) {
            return;
        }
        for (int step = 0; step < STEPS_PER_JOB * time.length; step++) {
            last = last();
            jobsOf = byMachine();
            best = Optional.empty();
            bestValue = -NOTHING * load[last];
            for (int job = 0; job < time.length; job++) {
                if (machineOf[job] == last) {
                    tryElsewhere(job);
                }
            }
            if (best.isEmpty()) {
                return;
            }
            put(best.orElseThrow().move());
            best.orElseThrow().pushed().ifPresent(this::put);
        }
    }

    private int[][] byMachine() {
        int[] count = new int[load.length];
        for (int machine : machineOf) {
            count[machine]++;
        }
        int[][] jobs = new int[load.length][];
        for (int machine = 0; machine < jobs.length; machine++) {
            jobs[machine] = new int[count[machine]];
        }
        for (int job = machineOf.length - 1; job >= 0; job--) {
            int machine = machineOf[job];
            jobs[machine][--count[machine]] = job;
        }
        return jobs;
    }

    /** Of the machines that have jobs of this plan: the others end when they end. */
    private int last() {
        int found = machineOf[0];
        for (int machine : machineOf) {
            found = load[machine] > load[found] ? machine : found;
        }
        return found;
    }

    private void tryElsewhere(int job) {
        double without = load[last] - time[job][last];
        for (int to = 0; to < load.length; to++) {
            if (to == last || !Double.isFinite(time[job][to])) {
                continue;
            }
            Move move = new Move(job, to);
            double with = load[to] + time[job][to];
            double work = time[job][to] - time[job][last];
            take(move, Math.max(without, with), work);
            for (int pushed : jobsOf[to]) {
                tryPushing(move, pushed, without, with, work);
            }
        }
    }

    /** To the first of those that are best: machines are looked at by what the job takes there, until more work alone is worse. */
    private void tryPushing(Move move, int pushed, double without, double with, double work) {
        double left = with - time[pushed][move.to()];
        double soonest = Math.max(left, without);
        // Wherever it goes on, no end is sooner and no work is less: most are not looked at further.
        if (!isBetter(soonest, work + least[pushed] - time[pushed][move.to()])) {
            return;
        }
        int found = -1;
        double foundValue = bestValue;
        for (int on : byTime(pushed)) {
            double added = work + time[pushed][on] - time[pushed][move.to()];
            if (value(soonest, added) > foundValue) {
                break;
            }
            if (on != move.to() && Double.isFinite(time[pushed][on])) {
                double ends = Math.max(
                        left, on == last ? without + time[pushed][on] : Math.max(without, load[on] + time[pushed][on]));
                double value = value(ends, added);
                if (isBetter(ends, added) && (value < foundValue || value == foundValue && on < found)) {
                    found = on;
                    foundValue = value;
                }
            }
        }
        if (found >= 0) {
            best = Optional.of(new Change(move, Optional.of(new Move(pushed, found))));
            bestValue = foundValue;
        }
    }

    private int[] byTime(int job) {
        if (byTime[job].length == 0) {
            byTime[job] = IntStream.range(0, load.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(machine -> time[job][machine]))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
        return byTime[job];
    }

    private void take(Move move, double ends, double work) {
        if (isBetter(ends, work)) {
            best = Optional.of(new Change(move, Optional.empty()));
            bestValue = value(ends, work);
        }
    }

    private boolean isBetter(double ends, double work) {
        return ends < load[last] && value(ends, work) < bestValue;
    }

    private double value(double ends, double work) {
        return ends - load[last] + WORK * work / load.length;
    }

    private void put(Move move) {
        load[machineOf[move.job()]] -= time[move.job()][machineOf[move.job()]];
        load[move.to()] += time[move.job()][move.to()];
        machineOf[move.job()] = move.to();
    }
}
