package dev.bascule.scheduling.assign;

import java.util.Optional;

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
    }

    void lower() {
        if (time.length > MOST_JOBS_PER_MACHINE * load.length) {
            return;
        }
        for (int step = 0; step < STEPS_PER_JOB * time.length; step++) {
            last = last();
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
            take(move, Optional.empty(), Math.max(without, with), work);
            for (int pushed = 0; pushed < time.length; pushed++) {
                if (machineOf[pushed] == to) {
                    tryPushing(move, pushed, without, with, work);
                }
            }
        }
    }

    private void tryPushing(Move move, int pushed, double without, double with, double work) {
        double left = with - time[pushed][move.to()];
        for (int on = 0; on < load.length; on++) {
            if (on != move.to() && Double.isFinite(time[pushed][on])) {
                double ends = on == last ? without + time[pushed][on] : Math.max(without, load[on] + time[pushed][on]);
                double added = work + time[pushed][on] - time[pushed][move.to()];
                if (isBetter(Math.max(left, ends), added)) {
                    take(move, Optional.of(new Move(pushed, on)), Math.max(left, ends), added);
                }
            }
        }
    }

    private void take(Move move, Optional<Move> pushed, double ends, double work) {
        if (isBetter(ends, work)) {
            best = Optional.of(new Change(move, pushed));
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
