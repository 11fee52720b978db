package dev.bascule.exact;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.rounding.Lowering;
import dev.bascule.exact.rounding.Moderation;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.tensor.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * One value of a model: what it is when nothing rounds, and what the noisy passes made of it.
 *
 * @param noisy empty for a pass that rounding led where the graph cannot be run
 * @param narrow whether they added up 16-bit floats in 16 bits
 * @param lowering where they computed 32-bit floats in less
 */
public record ExactOutput(Operand exact, List<Optional<Operand>> noisy, boolean narrow, Lowering lowering) {
    /** Of so many outputs that are right one may be called wrong, as far as the noise is what it is taken for. */
    private static final double FALSE_ALARM = 1e-4;
    /** How much noisier than modelled a correct implementation may be; docs/tolerance.md says where this comes from. */
    private static final double MARGIN = 2;

    public ExactOutput {
        noisy = List.copyOf(noisy);
    }

    /** Each element rounded once to the type of the output. */
    public Value value() {
        return ArrayTensors.toValue(exact);
    }

    /** What rounding alone makes of its elements; empty of what is no tensor of numbers, and without noisy passes. */
    public Optional<RoundingNoise> noise() {
        if (noisy.isEmpty() || !(exact instanceof Array array) || array.size() == 0) {
            return Optional.empty();
        }
        double[] deviation = array instanceof Reals reals ? ofReals(reals) : undecided(array);
        double limit = MARGIN * NormalDistribution.of(0, 1).inverseSurvivalProbability(level(array.size()));
        return Optional.of(new RoundingNoise(
                deviation,
                limit,
                narrow,
                "%.3g σ of what rounding makes of each value in %d noisy passes of the exact reference%s"
                        .formatted(
                                limit,
                                noisy.size(),
                                narrow
                                        ? " with sums in 16 bits"
                                        : lowering.isNone() ? "" : " with " + lowering.words())));
    }

    private static double level(int elements) {
        return FALSE_ALARM / 2 / elements;
    }

    /** Standard deviations; those that stand on few passes are wider, so that one limit holds for all. */
    private double[] ofReals(Reals reals) {
        double[][] passes = new double[noisy.size()][];
        for (int pass = 0; pass < passes.length; pass++) {
            if (!(noisy.get(pass).orElse(exact) instanceof Reals moved)
                    || noisy.get(pass).isEmpty()
                    || !Arrays.equals(moved.dims(), reals.dims())) {
                return unlimited(reals.size());
            }
            passes[pass] = moved.data();
        }
        Moderation.Spreads spreads = Moderation.of(reals.data(), passes);
        double usual = NormalDistribution.of(0, 1).inverseSurvivalProbability(level(reals.size()));
        double last = Double.NaN;
        double wider = 1;
        double[] deviation = new double[reals.size()];
        for (int i = 0; i < deviation.length; i++) {
            double degrees = spreads.degrees()[i];
            if (degrees != last) {
                last = degrees;
                wider = TDistribution.of(degrees).inverseSurvivalProbability(level(reals.size())) / usual;
            }
            deviation[i] = spreads.deviation()[i] * wider;
        }
        return deviation;
    }

    /** Whole numbers, booleans and texts are right or wrong, but where passes differ. */
    private double[] undecided(Array array) {
        double[] deviation = new double[array.size()];
        for (Optional<Operand> pass : noisy) {
            if (pass.isEmpty() || !(pass.get() instanceof Array moved) || !Arrays.equals(moved.dims(), array.dims())) {
                return unlimited(array.size());
            }
            for (int i = 0; i < deviation.length; i++) {
                deviation[i] = isSame(array, moved, i) ? deviation[i] : Double.POSITIVE_INFINITY;
            }
        }
        return deviation;
    }

    private static boolean isSame(Array one, Array other, int element) {
        if (one instanceof Texts texts && other instanceof Texts others) {
            return texts.data()[element].equals(others.data()[element]);
        }
        return one instanceof Integers whole
                && other instanceof Integers others
                && whole.data()[element] == others.data()[element];
    }

    private static double[] unlimited(int elements) {
        double[] deviation = new double[elements];
        Arrays.fill(deviation, Double.POSITIVE_INFINITY);
        return deviation;
    }
}
