package dev.bascule.nativerunner.operator;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The operators that PyTorch is asked for, by their names in ONNX. Stateless. */
public final class TorchOperators {
    private static final Map<String, TorchOperator> ALL = all();

    private TorchOperators() {}

    private static Map<String, TorchOperator> all() {
        Map<String, TorchOperator> all = new TreeMap<>();
        Stream.of(
                        PointwiseOperators.all(),
                        LogicOperators.all(),
                        ProductOperators.all(),
                        ReductionOperators.all(),
                        ShapeOperators.all(),
                        PieceOperators.all(),
                        ConvolutionOperators.all(),
                        PoolOperators.all(),
                        NormalizationOperators.all())
                .forEach(all::putAll);
        return Collections.unmodifiableMap(all);
    }

    public static Optional<TorchOperator> find(String operator) {
        return Optional.ofNullable(ALL.get(operator));
    }

    public static Collection<String> names() {
        return ALL.keySet();
    }
}
