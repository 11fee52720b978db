package dev.bascule.models.zoo;

import java.util.List;
import java.util.Optional;

/** Seeded weights of a decoder: matrices in blocks of few bits, the embedding's of 8, as quantised files have them. Immutable. */
record SeededDecoderWeights() implements DecoderWeights {
    private static final int BITS = 4;

    @Override
    public Fill vector(String name, long size) {
        return name.endsWith("norm.weight") ? Layers.gain(1) : Layers.bias();
    }

    @Override
    public Matrix matrix(String name, long rows, long columns) {
        boolean wide = name.contains("embd");
        int bits = wide ? Byte.SIZE : BITS;
        float step = Fill.Levels.step(bits, columns);
        Blocks low = new Blocks(new Fill.LevelCodes(name, bits, 0), new Fill.Uniform(step, 0), !wide, Optional.empty());
        Blocks high = new Blocks(
                new Fill.LevelCodes(name, bits, BITS), new Fill.Uniform(step * 16, 0), true, Optional.empty());
        List<Blocks> parts = wide ? List.of(high, low) : List.of(low);
        return new Matrix(new Fill.Levels(name, bits, step), columns % BLOCK == 0 ? parts : List.of());
    }
}
