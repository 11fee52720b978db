package dev.bascule.prediction.pool;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * Solves a program some of whose variables are whole numbers: branch and bound by Land and Doig (1960), depth first, over the
 * linear programs without that demand, which ojAlgo solves. Its own integer solver (57.0.0) called tasks infeasible that are not,
 * and plans the best that were not: three of 140 that were tried out. Used once, by one thread.
 */
final class Branching {
    /** Of values: what a solver in floating point leaves. */
    private static final double NOTHING = 1e-6;
    /** Of the objective, which is of the order of one. */
    private static final double NO_BETTER = 1e-9;

    private final ExpressionsBasedModel program;
    private final int[] whole;
    private final boolean greatest;
    private final LongSupplier nanos;
    private final long deadline;
    private Optional<Best> best = Optional.empty();
    private boolean complete = true;

    /**
     * The best that was found.
     *
     * @param value of the objective
     * @param values of all variables, in the order in which they were made
     * @param proven whether none is better; else the time was over, or the solver left a part of them unanswered
     */
    record Best(double value, double[] values, boolean proven) {}

    /**
     * @param whole variables that must be whole numbers, with bounds
     * @param greatest whether the objective is to be great, and not small
     */
    Branching(
            ExpressionsBasedModel program,
            List<Variable> whole,
            boolean greatest,
            LongSupplier nanos,
            long limitNanos) {
        this.program = program;
        this.whole = whole.stream()
                .mapToInt(each -> program.getVariables().indexOf(each))
                .toArray();
        this.greatest = greatest;
        this.nanos = nanos;
        this.deadline = nanos.getAsLong() + limitNanos;
    }

    Searched<Best> solve() {
        double[] lower = new double[whole.length];
        double[] upper = new double[whole.length];
        for (int i = 0; i < whole.length; i++) {
            lower[i] = program.getVariable(whole[i]).getLowerLimit().doubleValue();
            upper[i] = program.getVariable(whole[i]).getUpperLimit().doubleValue();
        }
        visit(lower, upper);
        return best.<Searched<Best>>map(
                        found -> new Searched.Found<>(new Best(found.value(), found.values(), complete)))
                .orElseGet(() -> complete ? new Searched.None<>() : new Searched.Undecided<>());
    }

    private void visit(double[] lower, double[] upper) {
        if (nanos.getAsLong() > deadline) {
            complete = false;
            return;
        }
        Optimisation.Result relaxed = relaxed(lower, upper);
        Optimisation.State state = relaxed.getState();
        if (!state.isFeasible()) {
            complete &= rulesOut(state);
            return;
        }
        // Only the best of the relaxed values bounds those beneath it.
        complete &= state.isOptimal();
        if (!isBetter(relaxed.getValue())) {
            return;
        }
        OptionalInt broken = IntStream.range(0, whole.length)
                .filter(i -> fraction(relaxed.doubleValue(whole[i])) > NOTHING)
                .boxed()
                .max(Comparator.comparingDouble(i -> fraction(relaxed.doubleValue(whole[i]))))
                .map(OptionalInt::of)
                .orElseGet(OptionalInt::empty);
        if (broken.isEmpty()) {
            best = Optional.of(new Best(relaxed.getValue(), relaxed.toRawCopy1D(), true));
            return;
        }
        int branch = broken.getAsInt();
        double at = relaxed.doubleValue(whole[branch]);
        double[] less = upper.clone();
        less[branch] = Math.floor(at);
        double[] more = lower.clone();
        more[branch] = Math.ceil(at);
        if (at - Math.floor(at) > 0.5) {
            visit(more, upper);
            visit(lower, less);
        } else {
            visit(lower, less);
            visit(more, upper);
        }
    }

    /** Others than this one are of a solver that gave up: they say nothing of what there is. */
    static boolean rulesOut(Optimisation.State state) {
        return state == Optimisation.State.INFEASIBLE;
    }

    /** A program that was solved once is not what it was. */
    private Optimisation.Result relaxed(double[] lower, double[] upper) {
        ExpressionsBasedModel copy = program.copy();
        for (int i = 0; i < whole.length; i++) {
            copy.getVariable(whole[i]).lower(lower[i]).upper(upper[i]);
        }
        return greatest ? copy.maximise() : copy.minimise();
    }

    private boolean isBetter(double value) {
        return best.isEmpty()
                || (greatest ? value - best.get().value() : best.get().value() - value) > NO_BETTER;
    }

    private static double fraction(double value) {
        return Math.abs(value - Math.rint(value));
    }
}
