package dev.bascule.studies.conformance.webnn;

/** Rounds to IEEE 754 binary16. Stateless. ({@code Float.floatToFloat16} needs Java 20, and would round twice.) */
final class HalfFloat {
    private static final int INFINITY = 0x7C00;

    private HalfFloat() {}

    /** The bits of the nearest binary16 number, of the even one where two are as near. */
    static short bits(double value) {
        int sign = Double.doubleToRawLongBits(value) < 0 ? 0x8000 : 0;
        double magnitude = Math.abs(value);
        if (Double.isNaN(value)) {
            return (short) (sign | 0x7E00);
        }
        // Above, half a step beyond the greatest number, the next power of two would be nearer.
        if (magnitude >= 65520) {
            return (short) (sign | INFINITY);
        }
        int exponent = Math.max(-14, magnitude == 0 ? -14 : Math.getExponent(magnitude));
        // In steps of the last place; scaling by a power of two is exact.
        int steps = (int) Math.rint(Math.scalb(magnitude, 10 - exponent));
        // A carry out of the mantissa is one up in the exponent, which is just what adding does.
        return (short) (sign | ((exponent + 14) << 10) + steps);
    }
}
