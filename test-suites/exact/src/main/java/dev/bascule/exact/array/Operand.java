package dev.bascule.exact.array;

import java.util.List;

/** What a node takes or gives: an array, a sequence, or an optional without a value. Immutable. */
public sealed interface Operand permits Array, Operand.Sequence, Operand.Nothing {

    /** A sequence, which may be empty. */
    record Sequence(List<Operand> items) implements Operand {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** An optional without a value. */
    record Nothing() implements Operand {}
}
