package dev.bascule.execution.reference;

import dev.bascule.fallback.cases.ModelInfo;
import java.util.List;
import java.util.Set;

/** The operators of ONNX that draw lots, Dropout in its training form among them. Stateless. */
public final class RandomOperators {
    private static final Set<String> NAMES = Set.of(
            "RandomNormal",
            "RandomNormalLike",
            "RandomUniform",
            "RandomUniformLike",
            "Multinomial",
            "Bernoulli",
            "Dropout");

    private RandomOperators() {}

    public static boolean in(ModelInfo model) {
        return !named(model).isEmpty();
    }

    /** Which of them the model has, as the end of a sentence; blank where it has none. */
    static String words(ModelInfo model) {
        List<String> found = named(model);
        return found.isEmpty() ? "" : " (the model has %s)".formatted(String.join(", ", found));
    }

    private static List<String> named(ModelInfo model) {
        return model.operators().keySet().stream()
                .filter(NAMES::contains)
                .sorted()
                .toList();
    }
}
