package dev.bascule.quantization.method;

import dev.bascule.quantization.Method;
import dev.bascule.quantization.TrainedMethod;
import dev.bascule.quantization.calibration.Rule;
import dev.bascule.quantization.method.UniformCoder.Spread;
import dev.bascule.quantization.npu.NpuRequirements;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** All methods, mildest first. Immutable. */
public final class Methods {
    private static final List<Method> ALL = List.of(
            new HalfMethod(
                    "float16",
                    "weights and values in 16-bit floats; inputs and outputs stay as they are",
                    Set.of(),
                    Claims.HALF),
            new HalfMethod(
                    "mixed16",
                    "products in 16-bit floats; sums, normalisation, softmax and exponentials in 32",
                    HalfMethod.SUMS,
                    Claims.HALF),
            uniform(
                    "int8-tensor",
                    "weights of 8 bits with one scale a tensor, decoded before float32 products",
                    10,
                    8,
                    Spread.TENSOR,
                    1),
            uniform(
                    "int8-channel",
                    "weights of 8 bits with a scale a channel, decoded before float32 products",
                    13,
                    8,
                    Spread.CHANNEL,
                    1),
            uniform(
                    "int8-block32",
                    "weights of 8 bits with a scale for each 32, decoded before float32 products",
                    21,
                    8,
                    Spread.BLOCK,
                    32),
            uniform(
                    "int8-block64",
                    "weights of 8 bits with a scale for each 64, decoded before float32 products",
                    21,
                    8,
                    Spread.BLOCK,
                    64),
            uniform(
                    "int4-block32",
                    "weights of 4 bits with a scale for each 32, decoded before float32 products",
                    21,
                    4,
                    Spread.BLOCK,
                    32),
            uniform(
                    "int4-block128",
                    "weights of 4 bits with a scale for each 128, decoded before float32 products",
                    21,
                    4,
                    Spread.BLOCK,
                    128),
            uniform(
                    "int4-channel",
                    "weights of 4 bits with a scale a channel, decoded before float32 products",
                    21,
                    4,
                    Spread.CHANNEL,
                    1),
            uniform(
                    "int4-tensor",
                    "weights of 4 bits with one scale a tensor, decoded before float32 products",
                    21,
                    4,
                    Spread.TENSOR,
                    1),
            new MatMulNBitsMethod(
                    "int4-matmulnbits",
                    "matrices of 4 bits in blocks of 32 for ONNX Runtime's own MatMulNBits and GatherBlockQuantized",
                    Claims.NBITS),
            new DynamicMethod(
                    "dynamic-int8",
                    "products in 8-bit integers, ranges of activations measured as they come",
                    Claims.DYNAMIC),
            qdq(Rule.MIN_MAX, "ranges from the least to the greatest value seen"),
            qdq(Rule.PERCENTILE, "ranges that hold 99.99 % of the values seen"),
            qdq(Rule.ENTROPY, "ranges that change the distribution of values least"),
            qdq(Rule.MSE, "ranges with the least squared error"),
            new QdqMethod(
                    "qdq-minmax-7bit",
                    "as qdq-minmax with weights of 7 bits, whose sums do not saturate on x86 without VNNI",
                    Rule.MIN_MAX,
                    7,
                    Claims.QDQ),
            palette(8),
            palette(6),
            palette(4),
            palette(2),
            sparse(50),
            sparse(80),
            channels(25),
            channels(50));

    private static final List<Method> TRAINED = List.of(
            FineTuned.whole(),
            FineTuned.after(sparse(50)),
            FineTuned.after(sparse(80)),
            FineTuned.after(channels(25)),
            FineTuned.after(channels(50)),
            aware(8, 13),
            aware(4, 21));

    /** Whose layers are measured first. */
    private static final List<Method> HYBRID = List.of(
            hybrid(
                    "hybrid",
                    "each layer in 4, 8, 16 or 32 bits by what it alone does to outputs; as many bytes as asked for, or as int8-channel",
                    OptionalInt.empty(),
                    false),
            hybrid(
                    "hybrid75",
                    "each layer in 4, 8, 16 or 32 bits by what it alone does to outputs; 75 % of the bytes of int8-channel",
                    OptionalInt.of(75),
                    false),
            hybrid(
                    "hybrid-time",
                    "as hybrid, and as far as can be told no slower natively than asked for by p50, or than the unquantised model, by what kinds of layers take",
                    OptionalInt.empty(),
                    true));

    private static final List<Method> NPU = List.of(
            npu(
                    "qnn-htp-a16w8",
                    "16-bit activations and 8-bit weights in the form that Qualcomm's HTP takes by ONNX Runtime",
                    16),
            npu(
                    "qnn-htp-a8w8",
                    "8-bit activations and weights in the form that Qualcomm's HTP takes by ONNX Runtime",
                    8));

    private Methods() {}

    /** Those whose numbers are learnt from labelled samples. */
    public static List<Method> trained() {
        return TRAINED;
    }

    /** Those whose layers are measured before they are made; none goes into a combination. */
    public static List<Method> hybrid() {
        return HYBRID;
    }

    /** Those that are made for a device which is not here: only who asks for them gets them. */
    public static List<Method> npu() {
        return NPU;
    }

    /** Those that need neither training nor a look at each layer; combinations are made by {@link #named}. */
    public static List<Method> all() {
        return ALL;
    }

    public static List<String> names() {
        return ALL.stream().map(Method::name).toList();
    }

    /** One of them, or {@code a+b}: b on what a made. What takes weights away stands first, and once; training after it. */
    public static Optional<Method> named(String name) {
        Optional<Method> plain = Stream.concat(ALL.stream(), TRAINED.stream())
                .filter(method -> method.name().equals(name))
                .findFirst();
        int plus = name.lastIndexOf('+');
        if (plain.isPresent() || plus < 0) {
            return plain;
        }
        return named(name.substring(0, plus))
                .filter(Methods::leavesFloats)
                .flatMap(first -> both(first, name.substring(plus + 1)));
    }

    /** Trained is once, and floats alone. */
    private static Optional<Method> both(Method first, String second) {
        boolean trained = first instanceof TrainedMethod;
        if (second.equals(FineTuned.NAME)) {
            return trained ? Optional.empty() : Optional.of(FineTuned.after(first));
        }
        return named(second).filter(other -> !(other instanceof TrainedMethod)).map(other -> both(first, other));
    }

    /** Whether what it makes is a float32 model that another method takes. */
    private static boolean leavesFloats(Method method) {
        return method instanceof ChannelMethod
                || method instanceof FineTuned
                || method instanceof WeightMethod weights && weights.coder() instanceof SparseCoder
                || method instanceof Then then && leavesFloats(then.second());
    }

    private static Method both(Method first, Method second) {
        return first instanceof TrainedMethod trained ? new TrainedThen(trained, second) : new Then(first, second);
    }

    private static Method uniform(String name, String summary, long opset, int bits, Spread spread, int block) {
        Map<String, String> parameters = spread == Spread.BLOCK
                ? Map.of("bits", "" + bits, "block", "" + block)
                : Map.of("bits", "" + bits, "scales", spread == Spread.TENSOR ? "tensor" : "channel");
        return new WeightMethod(
                name,
                summary,
                opset,
                parameters,
                Claims.WEIGHTS,
                new UniformCoder(bits, spread, block, spread != Spread.BLOCK),
                Optional.empty());
    }

    private static Method hybrid(String name, String summary, OptionalInt percent, boolean timed) {
        return new HybridMethod(name, summary, percent, named("int8-channel").orElseThrow(), Claims.WEIGHTS, timed);
    }

    private static Method npu(String name, String summary, int bits) {
        return new NpuMethod(name, summary, NpuRequirements.qnnHtp(), bits, Claims.NPU);
    }

    private static Method qdq(Rule rule, String how) {
        return new QdqMethod(
                "qdq-" + rule.word(),
                "activations and weights in 8-bit integers, calibrated: " + how,
                rule,
                8,
                Claims.QDQ);
    }

    private static Method aware(int bits, long opset) {
        return new QuantizationAware(
                "qat-int" + bits,
                "quantisation-aware training (QAT): weights of %d bits with a scale a channel, both trained on while they are rounded; decoded before float32 products"
                        .formatted(bits),
                bits,
                opset,
                new UniformCoder(bits, Spread.CHANNEL, 1, true),
                Claims.WEIGHTS);
    }

    private static Method palette(int bits) {
        return new WeightMethod(
                "palette" + bits,
                "weights out of a palette of %d numbers a tensor (k-means)%s; computed in float32"
                        .formatted(1 << bits, bits == 6 ? ", a byte for each" : ""),
                7,
                Map.of("bits", "" + bits),
                Claims.PALETTE,
                new PaletteCoder(bits),
                bits == 6
                        ? Optional.of("an index of 6 bits takes a byte; compressed it takes less")
                        : Optional.empty());
    }

    private static Method sparse(int percent) {
        return new WeightMethod(
                "prune" + percent,
                "the smallest %d %% of each weight are 0; the file is as big, but compresses".formatted(percent),
                1,
                Map.of("percent", "" + percent),
                Claims.FLOATS,
                new SparseCoder(percent),
                Optional.of("zeros are kept like other numbers: bytes stay, compressed ones fall, and no engine here"
                        + " skips a product with 0"));
    }

    private static Method channels(int percent) {
        return new ChannelMethod(
                "channels" + percent,
                "%d %% of the output channels of each layer go, those of the least norm; fewer products everywhere"
                        .formatted(percent),
                percent,
                Claims.FLOATS);
    }
}
