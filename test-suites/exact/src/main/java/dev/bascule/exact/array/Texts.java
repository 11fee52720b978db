package dev.bascule.exact.array;

import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;
import java.util.List;

/** Strings. */
public final class Texts extends Array {
    private final String[] data;

    /** @param data kept, not copied */
    public Texts(String[] data, int... dims) {
        super(DType.STRING, dims, data.length);
        this.data = data;
    }

    /** Not a copy. */
    public String[] data() {
        return data;
    }

    @Override
    public Texts reshaped(int... other) {
        return new Texts(data, other);
    }

    @Override
    public Texts picked(int[] from, int... shape) {
        String[] picked = new String[from.length];
        Arrays.setAll(picked, i -> from[i] < 0 ? "" : data[from[i]]);
        return new Texts(picked, shape);
    }

    @Override
    Array join(List<? extends Array> parts, int size) {
        return new Texts(
                parts.stream()
                        .flatMap(part -> Arrays.stream(((Texts) part).data))
                        .toArray(String[]::new),
                size);
    }
}
