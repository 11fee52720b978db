package dev.bascule.training.checkpoint;

import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The element types of safetensors that are whole bytes, in the order of its library: narrow ones first. Stateless. */
final class SafeTensorsTypes {
    private record Named(String word, DType dtype) {}

    private static final List<Named> ALL = List.of(
            new Named("BOOL", DType.BOOL),
            new Named("U8", DType.UINT8),
            new Named("I8", DType.INT8),
            new Named("F8_E5M2", DType.FLOAT8E5M2),
            new Named("F8_E4M3", DType.FLOAT8E4M3FN),
            new Named("F8_E8M0", DType.FLOAT8E8M0),
            new Named("I16", DType.INT16),
            new Named("U16", DType.UINT16),
            new Named("F16", DType.FLOAT16),
            new Named("BF16", DType.BFLOAT16),
            new Named("I32", DType.INT32),
            new Named("U32", DType.UINT32),
            new Named("F32", DType.FLOAT32),
            new Named("F64", DType.FLOAT64),
            new Named("I64", DType.INT64),
            new Named("U64", DType.UINT64));

    private static final Map<DType, Integer> RANKS = IntStream.range(0, ALL.size())
            .boxed()
            .collect(Collectors.toMap(rank -> ALL.get(rank).dtype(), rank -> rank));

    private SafeTensorsTypes() {}

    static Optional<DType> of(String word) {
        return ALL.stream()
                .filter(each -> each.word().equals(word))
                .map(Named::dtype)
                .findFirst();
    }

    /** @throws IllegalArgumentException for a type that the format does not have */
    static String word(DType dtype) {
        return ALL.get(rank(dtype)).word();
    }

    /** Where a type stands in the library's order. */
    static int rank(DType dtype) {
        return Optional.ofNullable(RANKS.get(dtype))
                .orElseThrow(() -> new IllegalArgumentException("safetensors has no " + dtype));
    }
}
