package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.fallback.tensor.DType;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The operations of arithmetic, on reals and on whole numbers, which wrap around. Stateless. */
final class ArithmeticKernels {
    /** WGSL allows a division 2.5 units in the last place. */
    private static final double DIVISION = 2.5;

    private ArithmeticKernels() {}

    static Map<String, Kernel> all() {
        return Map.ofEntries(
                Map.entry("Add", Kernel.of(call -> pair(call, Elementwise::plus, 1, (a, b) -> a + b))),
                Map.entry("Sub", Kernel.of(call -> pair(call, Elementwise::minus, 1, (a, b) -> a - b))),
                Map.entry("Mul", Kernel.of(call -> pair(call, Elementwise::times, 1, (a, b) -> a * b))),
                Map.entry("Div", Kernel.of(call -> pair(call, Elementwise::over, DIVISION, quotient(dtype(call))))),
                Map.entry("Mod", Kernel.of(ArithmeticKernels::mod)),
                Map.entry("Max", Kernel.of(call -> among(call, Math::max, largest(dtype(call))))),
                Map.entry("Min", Kernel.of(call -> among(call, Math::min, smallest(dtype(call))))),
                Map.entry("Sum", Kernel.of(call -> sum(call, 1))),
                Map.entry("Mean", Kernel.of(call -> sum(call, call.inputs()))),
                Map.entry("Neg", Kernel.of(ArithmeticKernels::neg)),
                Map.entry("Abs", Kernel.of(ArithmeticKernels::abs)),
                Map.entry("Sign", Kernel.of(ArithmeticKernels::sign)));
    }

    private static DType dtype(Call call) {
        return call.array(0).dtype();
    }

    private static Array pair(Call call, BinaryOperator<Reals> real, double units, LongBinaryOperator whole) {
        Array second = Pairs.second(call);
        if (call.array(0) instanceof Reals a && second instanceof Reals b) {
            return call.rounding().relative(real.apply(a, b), units);
        }
        if (call.array(0) instanceof Integers a && second instanceof Integers b) {
            return Pairs.wholes(a, b, whole);
        }
        throw Pairs.unlike(call);
    }

    private static LongBinaryOperator quotient(DType type) {
        return type == DType.UINT64 ? (a, b) -> Long.divideUnsigned(a, divisor(b)) : (a, b) -> a / divisor(b);
    }

    private static long divisor(long value) {
        if (value == 0) {
            throw new IllegalArgumentException("a whole number is divided by 0");
        }
        return value;
    }

    private static Array mod(Call call) {
        boolean sameSignAsDividend = call.flag("fmod");
        if (call.array(0) instanceof Reals) {
            if (!sameSignAsDividend) {
                throw new IllegalArgumentException("Mod of floats wants fmod to be 1");
            }
            // A remainder of floats is exact, and jumps where the quotient meets a whole number.
            return Pairs.reals(
                    call.rounding().atStep(call.reals(0)), call.rounding().atStep(call.reals(1)), (a, b) -> a % b);
        }
        LongBinaryOperator remainder = (a, b) -> Math.floorMod(a, divisor(b));
        if (dtype(call) == DType.UINT64) {
            remainder = (a, b) -> Long.remainderUnsigned(a, divisor(b));
        } else if (sameSignAsDividend) {
            remainder = (a, b) -> a % divisor(b);
        }
        return Pairs.wholes(call.integers(0), call.integers(1), remainder);
    }

    private static LongBinaryOperator largest(DType type) {
        return type == DType.UINT64 ? (a, b) -> Long.compareUnsigned(a, b) > 0 ? a : b : Math::max;
    }

    private static LongBinaryOperator smallest(DType type) {
        return type == DType.UINT64 ? (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b : Math::min;
    }

    private static Array among(Call call, DoubleBinaryOperator real, LongBinaryOperator whole) {
        Array chosen = call.array(0);
        for (int input = 1; input < call.inputs(); input++) {
            if (chosen instanceof Reals a && call.array(input) instanceof Reals b) {
                chosen = Pairs.reals(a, b, real);
            } else if (chosen instanceof Integers a && call.array(input) instanceof Integers b) {
                chosen = Pairs.wholes(a, b, whole);
            } else {
                throw Pairs.unlike(call);
            }
        }
        return chosen;
    }

    private static Reals sum(Call call, int parts) {
        if (call.inputs() == 1) {
            return call.reals(0);
        }
        Reals sum = summed(call, value -> value);
        return call.rounding()
                .sum(
                        parts == 1 ? sum : sum.mapped(value -> value / parts),
                        call.inputs(),
                        () -> summed(call, value -> value.mapped(x -> x / parts * (x / parts))));
    }

    private static Reals summed(Call call, UnaryOperator<Reals> term) {
        return IntStream.range(0, call.inputs())
                .mapToObj(input -> term.apply(call.reals(input)))
                .reduce(Elementwise::plus)
                .orElseThrow();
    }

    private static Operand neg(Call call) {
        return call.array(0) instanceof Integers whole
                ? whole.mapped(value -> -value)
                : call.reals(0).mapped(value -> -value);
    }

    private static Operand abs(Call call) {
        if (call.array(0) instanceof Integers whole) {
            return whole.dtype() == DType.UINT64 ? whole : whole.mapped(Math::abs);
        }
        return call.reals(0).mapped(Math::abs);
    }

    private static Operand sign(Call call) {
        if (call.array(0) instanceof Integers whole) {
            boolean unsigned = whole.dtype() == DType.UINT64;
            return whole.mapped(value -> unsigned && value != 0 ? 1 : Long.signum(value));
        }
        return call.rounding().atStep(call.reals(0)).mapped(Math::signum);
    }
}
