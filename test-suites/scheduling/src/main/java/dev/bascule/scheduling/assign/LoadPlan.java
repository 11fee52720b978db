package dev.bascule.scheduling.assign;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/**
 * Spreads jobs over unrelated machines, each with something to do already. It begins with the plan whose sum of completion times is
 * the least, which is an assignment of jobs to places counted from each machine's last (Horn, Operations Research 21, 1973; Bruno,
 * Coffman and Sethi, CACM 17, 1974), or with a former plan; then single moves and swaps lower the sum of the machines' loads, each
 * raised to a power: the power draws the last machine's end down, and the sum keeps jobs on machines that are good at them. Where few jobs are left,
 * {@link LastEnd} lowers the last end itself.
 * What it gives is a local optimum, not the optimum. Used once, by one thread.
 */
public final class LoadPlan {
    /** What is not better by a part of this, of the machines that a change touches, is noise of the arithmetic. A machine that is busy for long is none of them. */
    private static final double NOTHING = 1e-9;
    /** Each pass takes O(jobs · (jobs + machines)); nearly always a handful is enough. */
    private static final int MOST_PASSES = 40;
    /** An assignment that takes more is not made: one after the other, where each is done soonest, is a beginning, too. */
    private static final double MOST_STEPS = 2e8;

    private final double[][] time;
    private final double[] load;
    private final int power;
    private final int[] machineOf;
    private double scale = 1;

    private LoadPlan(double[][] time, double[] busy, int power) {
        this.time = time;
        this.load = busy.clone();
        this.power = power;
        this.machineOf = new int[time.length];
    }

    /**
     * Plans anew; where there are very many, without the assignment.
     *
     * @param time jobs × machines, in seconds, above 0; infinite where it cannot be; each job has a machine
     * @param busy for how long each machine is busy yet
     * @param power of the loads in the sum, 2 or more, even
     * @return the machine of each job
     */
    public static int[] of(double[][] time, double[] busy, int power) {
        LoadPlan plan = new LoadPlan(time, busy, power);
        Places places = Places.of(time);
        double steps = (double) time.length * time.length * (places.count() + time.length);
        plan.begin(
                steps > MOST_STEPS
                        ? Collections.nCopies(time.length, OptionalInt.empty())
                        : leastCompletion(time, busy, places));
        return plan.searched();
    }

    /**
     * Plans from a former plan.
     *
     * @param former the machine that each job had; empty for a new job, which begins where it would be done soonest
     */
    public static int[] from(double[][] time, double[] busy, int power, List<OptionalInt> former) {
        LoadPlan plan = new LoadPlan(time, busy, power);
        plan.begin(former);
        return plan.searched();
    }

    /** Of each job, by the sum of completion times. */
    private static List<OptionalInt> leastCompletion(double[][] time, double[] busy, Places places) {
        double[][] cost = new double[time.length][places.count()];
        double[] leftOut = new double[time.length];
        for (int job = 0; job < time.length; job++) {
            double greatest = 0;
            for (int place = 0; place < places.count(); place++) {
                int machine = places.machine(place);
                double each = busy[machine] + places.fromLast(place) * time[job][machine];
                cost[job][place] = each;
                greatest = Double.isFinite(each) ? Math.max(greatest, each) : greatest;
            }
            // Where there are too few places, whoever is left out is put where it is done soonest.
            leftOut[job] = 10 * greatest + 1;
        }
        return MinCostAssignment.of(cost, leftOut).stream()
                .map(place ->
                        place.isPresent() ? OptionalInt.of(places.machine(place.getAsInt())) : OptionalInt.empty())
                .toList();
    }

    private void begin(List<OptionalInt> begun) {
        boolean[] known = new boolean[time.length];
        for (int job = 0; job < time.length; job++) {
            OptionalInt machine = begun.get(job);
            if (machine.isPresent() && Double.isFinite(time[job][machine.getAsInt()])) {
                machineOf[job] = machine.getAsInt();
                load[machineOf[job]] += time[job][machineOf[job]];
                known[job] = true;
            }
        }
        for (int job = 0; job < time.length; job++) {
            if (!known[job]) {
                int soonest = soonest(job);
                machineOf[job] = soonest;
                load[soonest] += time[job][soonest];
            }
        }
        // Powers of loads about one neither overflow nor vanish.
        scale = Math.max(1e-9, Arrays.stream(load).max().orElse(1));
    }

    private int soonest(int job) {
        int best = 0;
        for (int machine = 1; machine < load.length; machine++) {
            if (load[machine] + time[job][machine] < load[best] + time[job][best]) {
                best = machine;
            }
        }
        if (!Double.isFinite(time[job][best])) {
            throw new IllegalArgumentException("a job that no machine can do");
        }
        return best;
    }

    private int[] searched() {
        for (int pass = 0; pass < MOST_PASSES; pass++) {
            boolean better = moved();
            better |= swapped();
            if (!better) {
                break;
            }
        }
        if (time.length > 0) {
            new LastEnd(time, load, machineOf).lower();
        }
        return machineOf.clone();
    }

    private boolean moved() {
        boolean better = false;
        for (int job = 0; job < time.length; job++) {
            int from = machineOf[job];
            double without = cost(load[from] - time[job][from]) - cost(load[from]);
            int best = from;
            double bestChange = -NOTHING * cost(load[from]);
            for (int to = 0; to < load.length; to++) {
                if (to != from && Double.isFinite(time[job][to])) {
                    double change = without + cost(load[to] + time[job][to]) - cost(load[to]);
                    if (change < bestChange) {
                        bestChange = change;
                        best = to;
                    }
                }
            }
            if (best != from) {
                put(job, best);
                better = true;
            }
        }
        return better;
    }

    private boolean swapped() {
        boolean better = false;
        for (int one = 0; one < time.length; one++) {
            for (int other = one + 1; other < time.length; other++) {
                int a = machineOf[one];
                int b = machineOf[other];
                if (a == b || !Double.isFinite(time[one][b]) || !Double.isFinite(time[other][a])) {
                    continue;
                }
                double before = cost(load[a]) + cost(load[b]);
                double change = cost(load[a] - time[one][a] + time[other][a])
                        + cost(load[b] - time[other][b] + time[one][b])
                        - before;
                if (change < -NOTHING * before) {
                    put(one, b);
                    put(other, a);
                    better = true;
                }
            }
        }
        return better;
    }

    private void put(int job, int to) {
        int from = machineOf[job];
        load[from] -= time[job][from];
        load[to] += time[job][to];
        machineOf[job] = to;
    }

    private double cost(double each) {
        double square = (each / scale) * (each / scale);
        double product = square;
        for (int raised = 2; raised < power; raised += 2) {
            product *= square;
        }
        return product;
    }
}
