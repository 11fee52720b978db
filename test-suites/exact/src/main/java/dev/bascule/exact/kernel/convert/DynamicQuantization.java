package dev.bascule.exact.kernel.convert;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.IntegerRange;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers as uint8, with the scale that just holds all of them and 0. Immutable.
 *
 * @param zero the number that stands for 0
 */
public record DynamicQuantization(Integers quantized, Reals scale, Integers zero) {
    private static final DType TO = DType.UINT8;

    static List<Operand> linear(Call call) {
        DynamicQuantization all = of(call.reals(0), call.rounding());
        return List.of(all.quantized, all.scale, all.zero);
    }

    public static DynamicQuantization of(Reals data, Rounding rounding) {
        double least = 0;
        double most = 0;
        for (double value : data.data()) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        // Of nothing but zeros any scale is right; engines and ONNX's own implementation take 1.
        double exact = least == most ? 1 : (most - least) / IntegerRange.most(TO);
        Reals scale = new Reals(DType.FLOAT32, new double[] {exact});
        Reals rounded = least == most ? scale : rounding.relative(scale, 2);
        Reals zero = rounding.atEvenSteps(rounding.relative(
                new Reals(DType.FLOAT32, new double[] {-least / rounded.only()}), 1));
        Integers zeroPoint = Integers.wrapped(TO, new long[] {IntegerRange.held(TO, Math.rint(zero.only()))});
        double[] ratios = new double[data.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = data.data()[i] / rounded.only();
        }
        Scales scales = new Scales(rounded, new double[] {zeroPoint.only()}, new int[ratios.length]);
        Reals steps = new Reals(DType.FLOAT32, ratios, data.dims());
        return new DynamicQuantization(
                (Integers) Quantization.rounded(rounding, steps, scales, TO, true), rounded, zeroPoint);
    }

    /** The real numbers that are left. */
    public double[] kept() {
        double[] kept = new double[quantized.size()];
        Arrays.setAll(kept, i -> (quantized.data()[i] - zero.only()) * scale.only());
        return kept;
    }
}
