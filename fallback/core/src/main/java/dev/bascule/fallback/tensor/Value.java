package dev.bascule.fallback.tensor;

import java.util.List;

/** What an input or output of a model holds: a tensor, a sequence, or an optional that is empty. */
public sealed interface Value {

    /** A tensor; also an optional that holds one. */
    record One(Tensor tensor) implements Value {}

    /** A sequence, which may be empty. */
    record Many(List<Value> items) implements Value {
        public Many {
            items = List.copyOf(items);
        }
    }

    /** An optional without a value. */
    record Absent() implements Value {}

    static Value of(Tensor tensor) {
        return new One(tensor);
    }

    /** As people read it: {@code float32[2,3]}, {@code sequence of 2}, {@code nothing}. */
    static String describe(Value value) {
        if (value instanceof One one) {
            return one.tensor().toString();
        }
        return value instanceof Many many ? "sequence of " + many.items().size() : "nothing";
    }
}
