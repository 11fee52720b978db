package dev.bascule.models.classify;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Operators that one looks through: they move, convert, scale or bend values, and mix none. Stateless. */
final class Passing {
    /** What a weight may be on its way through. */
    static final Set<String> CONVERTS =
            Set.of("Identity", "Cast", "CastLike", "DequantizeLinear", "Transpose", "Dropout");

    /** Other shape, same numbers. */
    static final Set<String> MOVES = Set.of(
            "Transpose",
            "Reshape",
            "Unsqueeze",
            "Squeeze",
            "Flatten",
            "Cast",
            "CastLike",
            "Identity",
            "Dropout",
            "Expand",
            "QuantizeLinear",
            "DequantizeLinear",
            "DynamicQuantizeLinear");

    /** And parts of them, or several beside each other. */
    static final Set<String> CUTS = with(MOVES, "Slice", "Split", "Gather", "Concat", "Pad", "If", "Loop", "Scan");

    /** Arithmetic element by element. */
    static final Set<String> SCALES = with(
            MOVES, "Add", "Sub", "Mul", "Div", "Where", "Clip", "Min", "Max", "Pow", "Sqrt", "Neg", "Mod", "IsNaN");

    static final Set<String> BENDS = Set.of(
            "Relu",
            "LeakyRelu",
            "PRelu",
            "Elu",
            "Selu",
            "Celu",
            "Clip",
            "Sigmoid",
            "HardSigmoid",
            "HardSwish",
            "Mish",
            "Gelu",
            "FastGelu",
            "QuickGelu",
            "BiasGelu",
            "Erf",
            "Tanh",
            "Softplus");

    /** What lies between the convolutions of a block. */
    static final Set<String> BETWEEN_CONVOLUTIONS = with(
            BENDS,
            "BatchNormalization",
            "InstanceNormalization",
            "GroupNormalization",
            "LayerNormalization",
            "Mul",
            "Div",
            "Pad",
            "Identity",
            "Dropout",
            "Transpose",
            "QuantizeLinear",
            "DequantizeLinear",
            "DynamicQuantizeLinear",
            "Cast");

    private Passing() {}

    static Set<String> with(Set<String> some, String... more) {
        return Stream.concat(some.stream(), Stream.of(more)).collect(Collectors.toUnmodifiableSet());
    }
}
