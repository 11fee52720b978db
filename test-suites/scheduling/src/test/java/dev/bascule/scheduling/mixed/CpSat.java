package dev.bascule.scheduling.mixed;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import java.util.Optional;
import java.util.OptionalDouble;

/** The least makespan of jobs on unrelated machines, all there from the start, as Google's CP-SAT finds and proves it. */
final class CpSat {
    /** In the solver's own count of its work, which no busy machine changes; with one worker it finds the same each time. */
    private static final String LIMITS = "max_deterministic_time:8 num_workers:1";

    private CpSat() {}

    /** Why it cannot be had on this machine; empty where it can. */
    static Optional<String> missing() {
        try {
            Loader.loadNativeLibraries();
            return Optional.empty();
        } catch (RuntimeException | LinkageError e) {
            return Optional.of("OR-Tools has no library for this machine: " + e);
        }
    }

    /**
     * Solves.
     *
     * @param time jobs × machines, in seconds; infinite where it cannot be
     * @return empty where it was not proven within the limit
     */
    static OptionalDouble leastMakespan(double[][] time) {
        MPSolver solver = MPSolver.createSolver("SAT");
        if (!solver.setSolverSpecificParametersAsString(LIMITS)) {
            throw new IllegalStateException("the solver does not take: " + LIMITS);
        }
        // In whole milliseconds, for it counts in whole numbers.
        MPVariable last = solver.makeIntVar(0, 1e9, "last");
        MPConstraint[] loads = new MPConstraint[time[0].length];
        for (int machine = 0; machine < loads.length; machine++) {
            loads[machine] = solver.makeConstraint(0, MPSolver.infinity());
            loads[machine].setCoefficient(last, 1);
        }
        for (double[] job : time) {
            MPConstraint once = solver.makeConstraint(1, 1);
            for (int machine = 0; machine < loads.length; machine++) {
                if (Double.isFinite(job[machine])) {
                    MPVariable there = solver.makeBoolVar("");
                    once.setCoefficient(there, 1);
                    loads[machine].setCoefficient(there, (double) -Math.round(1000 * job[machine]));
                }
            }
        }
        solver.objective().setCoefficient(last, 1);
        solver.objective().setMinimization();
        return solver.solve() == MPSolver.ResultStatus.OPTIMAL
                ? OptionalDouble.of(solver.objective().value() / 1000)
                : OptionalDouble.empty();
    }
}
