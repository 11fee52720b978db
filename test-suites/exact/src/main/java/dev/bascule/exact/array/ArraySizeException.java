package dev.bascule.exact.array;

import java.util.Arrays;

/** An array larger than the interpreter holds. */
public final class ArraySizeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ArraySizeException(int... dims) {
        super("an array of %s is larger than the exact reference holds".formatted(Arrays.toString(dims)));
    }
}
