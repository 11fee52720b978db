package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;

/**
 * How far an output may lie from the reference: {@code |got - expected| <= relative * (|expected| + scale)}, where scale
 * is the root mean square of the expected tensor, so that values that happen to be near zero are judged by the tensor
 * they are part of. Integers, booleans and strings are exact.
 *
 * @param relative the factor; 0 is exact
 * @param basis how it was found, for the cell
 */
public record Tolerance(double relative, String basis) {
    public static final Tolerance EXACT = new Tolerance(0, "exact");

    /**
     * The tolerance of a dtype after so many nodes. Rounding errors add like a random walk (Higham and Mary, SIAM J. Sci.
     * Comput. 41, 2019): {@code u * k * (1 + sqrt(depth))}. For 32- and 64-bit floats k is 64, the walk of a dot product
     * of 4096 terms within one node; narrower floats are summed in wider ones, and k is 2.
     *
     * @param depth number of nodes in the graph
     */
    public static Tolerance of(DType dtype, int depth) {
        if (!dtype.isFloat()) {
            return EXACT;
        }
        double unit = unitRoundoff(dtype);
        int k = dtype == DType.FLOAT32 || dtype == DType.FLOAT64 ? 64 : 2;
        return new Tolerance(
                unit * k * (1 + Math.sqrt(depth)),
                "%s: u=%.3g × %d × (1+√%d nodes)".formatted(dtype.wireName(), unit, k, depth));
    }

    private static double unitRoundoff(DType dtype) {
        return switch (dtype) {
            case FLOAT64 -> 0x1p-53;
            case FLOAT32 -> 0x1p-24;
            case FLOAT16 -> 0x1p-11;
            case BFLOAT16 -> 0x1p-8;
            case FLOAT8E4M3FN, FLOAT8E4M3FNUZ -> 0x1p-4;
            case FLOAT8E5M2, FLOAT8E5M2FNUZ -> 0x1p-3;
            case UINT8, INT8, UINT16, INT16, INT32, INT64, STRING, BOOL, UINT32, UINT64, UINT4, INT4 -> 0;
        };
    }
}
