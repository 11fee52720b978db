package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;

/**
 * How far an output may lie from the reference, and why so far. Equal elements, NaN beside NaN and zeros of both signs are
 * always inside. Immutable.
 *
 * @param perElement for one element
 * @param basis how it was found, for the cell
 */
public record Tolerance(ElementTolerance perElement, String basis) {
    public static final Tolerance EXACT = new Tolerance(0, "exact");

    private static final Tolerance ONNX_FLOATS = new Tolerance(
            new ElementTolerance.Close(1e-7, 1e-3), "ONNX backend test: atol 1e-7 + rtol 1e-3 × |expected|");

    /** A relative part as wide as this lets no zeros pass for values, and no other direction for an output's. */
    public static final double MOST = 0.125;
    /** One step of a float with two bits of mantissa is a quarter. */
    private static final double MOST_NARROW = 0.25;
    /** Units in the last place of its range that a saturating operator is good to, in the arithmetic of 32 and 64 bits. */
    private static final int RANGE_UNITS = 8;

    /** {@code |got - expected| <= relative * (|expected| + scale)}, see {@link ElementTolerance.Scaled}; 0 is exact. */
    public Tolerance(double relative, String basis) {
        this(new ElementTolerance.Scaled(relative), basis);
    }

    /** So many units in the last place, see {@link ElementTolerance.Ulps}. */
    public static Tolerance ulps(double limit, String basis) {
        return new Tolerance(new ElementTolerance.Ulps(limit), basis);
    }

    /** {@code |got - expected| <= limit}. */
    public static Tolerance absolute(double limit, String basis) {
        return new Tolerance(new ElementTolerance.Close(limit, 0), basis);
    }

    /** The part that grows with the expected value; 0 where there is none. */
    public double relative() {
        return perElement.relativePart();
    }

    /** So many times as wide, on the same basis. */
    public Tolerance times(double factor) {
        return new Tolerance(perElement.times(factor), basis);
    }

    /**
     * What ONNX's own backend test allows ({@code onnx.backend.test.runner}: rtol 1e-3, atol 1e-7) for floats; all else is
     * exact here, though the original applies it to integers too.
     */
    public static Tolerance onnxBackendTest(DType dtype) {
        return dtype.isFloat() ? ONNX_FLOATS : EXACT;
    }

    /**
     * The tolerance of a dtype after so many nodes. Rounding errors add like a random walk (Higham and Mary, SIAM J. Sci.
     * Comput. 41, 2019): {@code u * k * (1 + sqrt(depth))}. For 32- and 64-bit floats k is 64, the walk of a dot product
     * of 4096 terms within one node; narrower floats are summed in wider ones, and k is 2. However deep a graph, it stays
     * below an eighth, and below a quarter for 8-bit floats.
     *
     * @param depth nodes on the longest path that leads to the output
     */
    public static Tolerance of(DType dtype, int depth) {
        if (!dtype.isFloat()) {
            return EXACT;
        }
        double unit = unitRoundoff(dtype);
        int k = isWide(dtype) ? 64 : 2;
        double walk = unit * k * (1 + Math.sqrt(depth));
        double most = dtype.bits() == Byte.SIZE ? MOST_NARROW : MOST;
        return new Tolerance(
                Math.min(most, walk),
                "%s: u=%.3g × %d × (1+√%d nodes on the longest path)%s"
                        .formatted(
                                dtype.wireName(), unit, k, depth, walk > most ? ", at most %.3g".formatted(most) : ""));
    }

    /** At least some units in the last place of the range of the operator that made the output. */
    Tolerance orOfRange(DType dtype, double span) {
        int units = isWide(dtype) ? RANGE_UNITS : 1;
        double floor = units * unitRoundoff(dtype) * span;
        return new Tolerance(
                new ElementTolerance.Scaled(relative(), floor),
                "%s, and %d u of its operator's range %.3g".formatted(basis, units, span));
    }

    private static boolean isWide(DType dtype) {
        return dtype == DType.FLOAT32 || dtype == DType.FLOAT64;
    }

    private static double unitRoundoff(DType dtype) {
        return switch (dtype) {
            case FLOAT64 -> 0x1p-53;
            case FLOAT32 -> 0x1p-24;
            case FLOAT16 -> 0x1p-11;
            case BFLOAT16 -> 0x1p-8;
            case FLOAT8E4M3FN, FLOAT8E4M3FNUZ -> 0x1p-4;
            case FLOAT8E5M2, FLOAT8E5M2FNUZ -> 0x1p-3;
            case FLOAT4E2M1 -> 0x1p-2;
            case FLOAT8E8M0 -> 0x1p-1;
            case UINT8, INT8, UINT16, INT16, INT32, INT64, STRING, BOOL, UINT32, UINT64, UINT4, INT4, UINT2, INT2 -> 0;
        };
    }
}
