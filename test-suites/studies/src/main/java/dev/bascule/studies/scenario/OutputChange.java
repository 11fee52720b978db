package dev.bascule.studies.scenario;

import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.Outputs.Output;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.numerics.ValueJudge;
import java.util.Optional;

/**
 * How outputs differ from those of an earlier run of the same model on the same backend.
 *
 * @param bitwise whether every bit is the same
 * @param maxAbs greatest absolute difference; infinite where an output is missing
 * @param outside values outside the tolerance that the case allows against its reference
 * @param values how many there are
 */
record OutputChange(boolean bitwise, double maxAbs, long outside, long values) {
    static final OutputChange NONE = new OutputChange(true, 0, 0, 0);

    /** @param rule how far outputs may lie from the case's reference */
    static OutputChange between(Outputs before, Outputs after, ToleranceRule rule) {
        OutputChange all = NONE;
        for (Output was : before.all()) {
            Optional<Output> is = after.all().stream()
                    .filter(output -> output.name().equals(was.name()) && output.step() == was.step())
                    .findFirst();
            all = all.plus(is.map(now -> between(was, now, rule))
                    .orElseGet(() -> new OutputChange(false, Double.POSITIVE_INFINITY, 1, 1)));
        }
        return all;
    }

    private static OutputChange between(Output before, Output after, ToleranceRule rule) {
        if (after.tensor().equals(before.tensor())) {
            return new OutputChange(true, 0, 0, before.tensor().shape().elements());
        }
        Difference difference = new ValueJudge(rule)
                .judge(after.name(), after.tensor(), before.tensor())
                .result()
                .difference();
        return new OutputChange(false, difference.maxAbs(), difference.outside(), difference.elements());
    }

    OutputChange plus(OutputChange other) {
        return new OutputChange(
                bitwise && other.bitwise,
                Math.max(maxAbs, other.maxAbs),
                outside + other.outside,
                values + other.values);
    }
}
