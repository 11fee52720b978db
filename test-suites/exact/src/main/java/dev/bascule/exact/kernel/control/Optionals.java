package dev.bascule.exact.kernel.control;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.kernel.Call;

/** Operators of optionals; one with a value is that value. Stateless. */
final class Optionals {
    private Optionals() {}

    static Operand optional(Call call) {
        return call.operandIf(0).orElseGet(Operand.Nothing::new);
    }

    static Operand hasElement(Call call) {
        boolean has = call.operandIf(0)
                .filter(given -> !(given instanceof Operand.Nothing))
                .isPresent();
        return Integers.booleans(new long[] {has ? 1 : 0});
    }

    static Operand getElement(Call call) {
        Operand given = call.operand(0);
        if (given instanceof Operand.Nothing) {
            throw new IllegalArgumentException("OptionalGetElement of an optional without a value");
        }
        return given;
    }
}
