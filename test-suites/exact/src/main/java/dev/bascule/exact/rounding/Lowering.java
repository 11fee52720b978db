package dev.bascule.exact.rounding;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where an engine computes a model's 32-bit floats in less than 32 bits. Immutable.
 *
 * @param products the format of each kind of products; without an entry for one that is computed in 32 bits
 * @param results what every result is kept in between operators; empty where in 32 bits
 */
public record Lowering(Map<ProductKind, ProductFormat> products, Optional<ProductFormat> results) {
    /** All in 32 bits. */
    public static final Lowering NONE = new Lowering(Map.of(), Optional.empty());

    public Lowering {
        products = Map.copyOf(products);
    }

    /** All products in one format, and all else in 32 bits. */
    public static Lowering ofProducts(ProductFormat format) {
        return new Lowering(
                Arrays.stream(ProductKind.values()).collect(Collectors.toMap(Function.identity(), kind -> format)),
                Optional.empty());
    }

    /** The same where results are kept in that format, too. */
    public Lowering withResultsIn(ProductFormat format) {
        return new Lowering(products, Optional.of(format));
    }

    public boolean isNone() {
        return products.isEmpty() && results.isEmpty();
    }

    Optional<ProductFormat> of(ProductKind kind) {
        return Optional.ofNullable(products.get(kind));
    }

    /** Such as {@code products in tf32 (MatMul, Conv)}. */
    public String words() {
        Map<ProductKind, ProductFormat> inOrder =
                products.isEmpty() ? new EnumMap<>(ProductKind.class) : new EnumMap<>(products);
        boolean one = products.size() == ProductKind.values().length
                && inOrder.values().stream().distinct().count() == 1;
        String factors = one
                ? inOrder.values().iterator().next().words()
                : inOrder.entrySet().stream()
                        .map(entry -> "%s (%s)"
                                .formatted(
                                        entry.getValue().words(), entry.getKey().operator()))
                        .collect(Collectors.joining(" and "));
        return "products in " + factors
                + results.map(format -> " and results in " + format.words()).orElse("");
    }
}
