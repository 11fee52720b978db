package dev.bascule.models.gguf;

import java.util.List;

/** A value of a file's metadata. */
public sealed interface GgufValue {
    /** Of any integer type; of uint64 the bits. */
    record Whole(long value) implements GgufValue {}

    /** Of either floating-point type. */
    record Real(double value) implements GgufValue {}

    record Truth(boolean value) implements GgufValue {}

    record Text(String value) implements GgufValue {}

    /** An array. */
    record Items(List<GgufValue> values) implements GgufValue {
        public Items {
            values = List.copyOf(values);
        }
    }
}
