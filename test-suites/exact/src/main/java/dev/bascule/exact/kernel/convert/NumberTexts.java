package dev.bascule.exact.kernel.convert;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.IntegerRange;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;

/** Numbers as strings, and strings as numbers, as ONNX's Cast and the numbers of NumPy have them. Stateless. */
final class NumberTexts {
    private static final int MOST_DIGITS = 17;

    private NumberTexts() {}

    static Texts of(Integers integers) {
        if (integers.dtype() == DType.BOOL) {
            throw new UnsupportedOperatorException("a cast of booleans to strings, of which ONNX does not say how");
        }
        long[] data = integers.data();
        boolean unsigned = integers.dtype() == DType.UINT64;
        String[] texts = new String[data.length];
        Arrays.setAll(texts, i -> unsigned ? Long.toUnsignedString(data[i]) : Long.toString(data[i]));
        return new Texts(texts, integers.dims());
    }

    /** Each with the fewest digits that tell it from the type's other numbers. */
    static Texts of(DType dtype, double[] data, int... dims) {
        String[] texts = new String[data.length];
        Arrays.setAll(texts, i -> text(dtype, FloatFormat.nearest(dtype, data[i])));
        return new Texts(texts, dims);
    }

    private static String text(DType dtype, double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        String sign = Math.copySign(1, value) < 0 ? "-" : "";
        if (Double.isInfinite(value)) {
            return sign + "inf";
        }
        if (value == 0) {
            return sign + "0.0";
        }
        BigDecimal exact = new BigDecimal(Math.abs(value));
        BigDecimal shortest = exact;
        for (int digits = 1; digits <= MOST_DIGITS; digits++) {
            shortest = exact.round(new MathContext(digits));
            if (FloatFormat.nearest(dtype, shortest.doubleValue()) == Math.abs(value)) {
                break;
            }
        }
        return sign + written(shortest.stripTrailingZeros());
    }

    /** Plain where the point is near the digits, as NumPy has it. */
    private static String written(BigDecimal value) {
        int exponent = value.precision() - value.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            String plain = value.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String digits = value.unscaledValue().toString();
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        return "%s%se%s%02d".formatted(digits.substring(0, 1), fraction, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    static double[] reals(Texts texts) {
        return Arrays.stream(texts.data()).mapToDouble(NumberTexts::real).toArray();
    }

    private static double real(String text) {
        return switch (text.strip().toUpperCase(Locale.ROOT)) {
            case "INF", "+INF" -> Double.POSITIVE_INFINITY;
            case "-INF" -> Double.NEGATIVE_INFINITY;
            case "NAN" -> Double.NaN;
            default -> decimal(text).doubleValue();
        };
    }

    static long[] wholes(Texts texts, DType dtype) {
        return Arrays.stream(texts.data())
                .mapToLong(text -> whole(decimal(text).toBigInteger(), dtype))
                .toArray();
    }

    private static long whole(BigInteger value, DType dtype) {
        int bits = IntegerRange.isSigned(dtype) ? dtype.bits() - 1 : dtype.bits();
        if (value.bitLength() > bits || value.signum() < 0 && !IntegerRange.isSigned(dtype)) {
            throw new UnsupportedOperatorException(
                    "a cast of '%s', which %s does not hold".formatted(value, dtype.wireName()));
        }
        return value.longValue();
    }

    private static BigDecimal decimal(String text) {
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw new UnsupportedOperatorException("a cast of '%s', which is no number".formatted(text));
        }
    }
}
