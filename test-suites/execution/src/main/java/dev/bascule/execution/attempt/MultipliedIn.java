package dev.bascule.execution.attempt;

import dev.bascule.exact.rounding.Lowering;
import dev.bascule.exact.rounding.ProductFormat;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.execution.service.Arithmetic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a backend was seen to multiply 32-bit floats in.
 *
 * @param products the kinds all of whose forms that gave an answer it takes less than 32 bits for
 * @param single the kinds all of whose forms were seen to be computed in 32 bits or more
 * @param words what it answered, for the cell; blank where it answered nothing
 */
record MultipliedIn(Map<ProductKind, ProductFormat> products, Set<ProductKind> single, String words) {
    /** Bits after the leading one that the factors of a format keep. */
    private static final Map<ProductFormat, Integer> BITS = Map.of(
            ProductFormat.TF32, 10, ProductFormat.FP16_INPUTS, 10, ProductFormat.FP16, 10, ProductFormat.BF16, 7);
    /** And those of a format of 32 bits. */
    private static final int SINGLE = 23;
    /** Of sums that are taken for those of 32 bits though matrix units cut off their last bits. */
    private static final int NEARLY_SINGLE = 20;

    static MultipliedIn of(Set<ProductKind> kinds, List<Arithmetic> answers) {
        Map<ProductKind, ProductFormat> products = new EnumMap<>(ProductKind.class);
        List<ProductKind> single = new ArrayList<>();
        for (ProductKind kind : kinds) {
            List<Arithmetic> own = answers.stream()
                    .filter(answer -> answer.operator().split(" ")[0].equals(kind.operator()))
                    .toList();
            List<ProductFormat> formats = own.stream()
                    .flatMap(answer -> answer.finding().stream())
                    .flatMap(finding -> format(finding).stream())
                    .toList();
            // A form that was seen in 32 bits may be the one that the model has.
            boolean any = own.stream()
                    .flatMap(answer -> answer.finding().stream())
                    .allMatch(finding -> format(finding).isPresent());
            formats.stream()
                    .max(Comparator.naturalOrder())
                    .filter(format -> any)
                    .ifPresent(format -> products.put(kind, format));
            boolean wide = own.stream()
                    .allMatch(answer -> answer.finding()
                            .filter(finding -> finding.inputBits() >= SINGLE)
                            .isPresent());
            if (!own.isEmpty() && wide) {
                single.add(kind);
            }
        }
        return new MultipliedIn(products, Set.copyOf(single), words(answers));
    }

    /** The format by its name, where the factors keep as many bits as it has. */
    private static Optional<ProductFormat> format(Arithmetic.Finding finding) {
        String name = finding.name();
        boolean wideSums = finding.sumBits() >= NEARLY_SINGLE;
        Optional<ProductFormat> format = name.startsWith("tf32 inputs")
                ? Optional.of(ProductFormat.TF32)
                : name.startsWith("fp16 inputs")
                        ? Optional.of(ProductFormat.FP16_INPUTS)
                        : name.startsWith("bf16 inputs") ? Optional.of(ProductFormat.BF16) : Optional.empty();
        return format.filter(found -> wideSums)
                .or(() -> name.startsWith("fp16") ? Optional.of(ProductFormat.FP16) : Optional.empty())
                .filter(found -> finding.inputBits() == BITS.getOrDefault(found, 0));
    }

    /** Such as {@code MatMul: tf32 inputs, fp32 sums}; forms that answer alike together. */
    private static String words(List<Arithmetic> answers) {
        Map<String, List<String>> byAnswer = new HashMap<>();
        List<String> order = new ArrayList<>();
        for (Arithmetic answer : answers) {
            String told = answer.finding()
                    .map(finding -> finding.name() + (finding.isCertain() ? "" : " (most like it)"))
                    .or(answer::reason)
                    .orElse("no answer");
            if (!byAnswer.containsKey(told)) {
                order.add(told);
            }
            byAnswer.computeIfAbsent(told, any -> new ArrayList<>()).add(answer.operator());
        }
        return order.stream()
                .map(told -> "%s: %s".formatted(String.join(", ", byAnswer.getOrDefault(told, List.of())), told))
                .collect(Collectors.joining("; "));
    }

    Lowering lowering() {
        return new Lowering(products, Optional.empty());
    }
}
