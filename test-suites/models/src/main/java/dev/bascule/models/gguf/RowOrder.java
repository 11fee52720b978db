package dev.bascule.models.gguf;

/**
 * Which rows of a tensor make a matrix.
 *
 * <p>llama.cpp turns neighbouring channels against each other where Hugging Face turns a head's halves, and its converter reorders the
 * rows of queries and keys of the architecture {@code llama} for that. Whole rows go back to where they were, so no block is touched.
 *
 * @param first the tensor's row that is the matrix's first
 * @param headSize rows of a head whose order was changed; 0 where none was
 */
record RowOrder(long first, int headSize) {
    static final RowOrder SAME = new RowOrder(0, 0);

    /** Of a row in the matrix the row in the tensor. */
    long source(long row) {
        if (headSize == 0) {
            return first + row;
        }
        int half = headSize / 2;
        long head = row / headSize;
        int within = (int) (row % headSize);
        return first + head * headSize + within % half * 2L + within / half;
    }
}
