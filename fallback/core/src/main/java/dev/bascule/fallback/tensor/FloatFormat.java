package dev.bascule.fallback.tensor;

/**
 * A binary floating-point format, as IEEE 754 and ONNX's narrow floats have them (arXiv 2209.05433, 2206.02915; OCP microscaling formats, version 1.0). Immutable.
 *
 * @param precision bits of the significand, the hidden one included
 * @param least exponent of the least normal number
 * @param most the greatest finite number
 * @param infinite whether it has infinities; where not, what is beyond is no number
 */
public record FloatFormat(int precision, int least, double most, boolean infinite) {
    private static final FloatFormat FLOAT64 = new FloatFormat(53, -1022, Double.MAX_VALUE, true);
    private static final FloatFormat FLOAT32 = new FloatFormat(24, -126, Float.MAX_VALUE, true);
    private static final FloatFormat FLOAT16 = new FloatFormat(11, -14, 65504, true);
    private static final FloatFormat BFLOAT16 = new FloatFormat(8, -126, 0x1.FEp127, true);
    private static final FloatFormat FLOAT8E4M3FN = new FloatFormat(4, -6, 448, false);
    private static final FloatFormat FLOAT8E4M3FNUZ = new FloatFormat(4, -7, 240, false);
    private static final FloatFormat FLOAT8E5M2 = new FloatFormat(3, -14, 57344, true);
    private static final FloatFormat FLOAT8E5M2FNUZ = new FloatFormat(3, -15, 57344, false);

    private static final FloatFormat FLOAT4E2M1 = new FloatFormat(2, 0, 6, false);
    /** Powers of two alone: no sign and no zero. */
    private static final FloatFormat FLOAT8E8M0 = new FloatFormat(1, -127, 0x1p127, false);

    /** @throws IllegalArgumentException where the type is no floating one */
    public static FloatFormat of(DType dtype) {
        return switch (dtype) {
            case FLOAT64 -> FLOAT64;
            case FLOAT32 -> FLOAT32;
            case FLOAT16 -> FLOAT16;
            case BFLOAT16 -> BFLOAT16;
            case FLOAT8E4M3FN -> FLOAT8E4M3FN;
            case FLOAT8E4M3FNUZ -> FLOAT8E4M3FNUZ;
            case FLOAT8E5M2 -> FLOAT8E5M2;
            case FLOAT8E5M2FNUZ -> FLOAT8E5M2FNUZ;
            case FLOAT4E2M1 -> FLOAT4E2M1;
            case FLOAT8E8M0 -> FLOAT8E8M0;
            default -> throw new IllegalArgumentException(dtype + " is no floating-point type");
        };
    }

    /** The greatest finite number of a type. */
    public static double most(DType dtype) {
        return of(dtype).most();
    }

    /** The number of a type that is nearest, ties to even; beyond the greatest an infinity, or where there is none no number. */
    public static double nearest(DType dtype, double value) {
        return of(dtype).nearest(value);
    }

    /** How far a rounded number may be off, relative to itself: half of the distance of neighbours. */
    public double unitRoundoff() {
        return Math.scalb(1.0, -precision);
    }

    /** From here on a number rounds to beyond the greatest. */
    public double overflow() {
        return most + Math.scalb(1.0, Math.getExponent(most) - precision);
    }

    /** The distance of neighbours at a number. */
    public double spacing(double value) {
        return Math.scalb(1.0, Math.max(Math.getExponent(value), least) - precision + 1);
    }

    public double nearest(double value) {
        if (precision == 53) {
            return value;
        }
        if (!Double.isFinite(value)) {
            return infinite ? value : Double.NaN;
        }
        double spacing = spacing(value);
        double rounded = Math.rint(value / spacing) * spacing;
        if (Math.abs(rounded) <= most) {
            return rounded;
        }
        return infinite ? Math.copySign(Double.POSITIVE_INFINITY, value) : Double.NaN;
    }

    /** The bits of the nearest number, of formats of 16 bits and less. */
    public int bits(double value, int width) {
        int mantissa = precision - 1;
        int sign = 1 << (width - 1);
        int top = (sign - 1) >> mantissa << mantissa;
        boolean unsignedZero = !infinite && least < -6;
        double rounded = nearest(value);
        if (precision == 1) {
            return rounded > 0 ? Math.getExponent(Math.max(rounded, 0x1p-127)) + 127 : 0xFF;
        }
        if (Double.isNaN(rounded)) {
            return unsignedZero ? sign : infinite ? top | 1 << (mantissa - 1) : sign - 1;
        }
        int negative = Math.copySign(1, rounded) < 0 ? sign : 0;
        if (Double.isInfinite(rounded)) {
            return negative | top;
        }
        double magnitude = Math.abs(rounded);
        if (magnitude == 0) {
            return unsignedZero ? 0 : negative;
        }
        // Numbers of one sign are numbered through, the denormal ones first.
        int exponent = Math.max(Math.getExponent(magnitude), least);
        int steps = (int) (magnitude / Math.scalb(1.0, exponent - mantissa));
        return negative | (exponent - least << mantissa) + steps;
    }
}
