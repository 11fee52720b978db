package dev.bascule.models.zoo;

import java.util.List;
import java.util.Optional;

/** Where the weights of a decoder come from, by the names that GGUF gives them. */
public interface DecoderWeights {
    /** Elements that share a scale. */
    int BLOCK = 32;

    /** A gain or a bias, float32. */
    Fill vector(String name, long size);

    /** The matrix {@code W} of {@code y = x Wᵀ}. */
    Matrix matrix(String name, long rows, long columns);

    /**
     * A matrix of [rows, columns].
     *
     * @param values all of it as float32, row by row
     * @param parts the same in blocks of 4-bit codes, where it came in blocks: the sum of these is the matrix
     */
    record Matrix(Fill values, List<Blocks> parts) {
        public Matrix {
            parts = List.copyOf(parts);
        }
    }

    /**
     * A matrix whose rows are cut into blocks of {@value #BLOCK}: {@code value = scale * code + offset}, or {@code scale * (code - 8)}.
     *
     * @param codes 4 bits each, row by row; of two codes in a byte the first lies low
     * @param scales float32 [rows, blocks]
     * @param centred whether 8 is taken from the codes
     * @param offsets float32 [blocks, rows]; 0 where empty
     */
    record Blocks(Fill codes, Fill scales, boolean centred, Optional<Fill> offsets) {}
}
