package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/** Operators on the bits of whole numbers. Stateless. */
final class BitKernels {
    private BitKernels() {}

    static Map<String, Kernel> all() {
        return Map.of(
                "BitShift", Kernel.of(BitKernels::shifted),
                "BitwiseAnd", Kernel.of(call -> pair(call, (a, b) -> a & b)),
                "BitwiseOr", Kernel.of(call -> pair(call, (a, b) -> a | b)),
                "BitwiseXor", Kernel.of(call -> pair(call, (a, b) -> a ^ b)),
                "BitwiseNot", Kernel.of(call -> call.integers(0).mapped(value -> ~value)));
    }

    private static Integers pair(Call call, LongBinaryOperator function) {
        return Pairs.wholes(call.integers(0), call.integers(1), function);
    }

    private static Integers shifted(Call call) {
        String direction = call.text("direction", "");
        // A processor shifts by 64 as by 0; the operator shifts every bit out.
        return switch (direction) {
            case "LEFT" -> pair(call, (a, b) -> b >= 0 && b < Long.SIZE ? a << b : 0);
            case "RIGHT" -> pair(call, (a, b) -> b >= 0 && b < Long.SIZE ? a >>> b : 0);
            default -> throw new IllegalArgumentException("BitShift goes LEFT or RIGHT, not '%s'".formatted(direction));
        };
    }
}
