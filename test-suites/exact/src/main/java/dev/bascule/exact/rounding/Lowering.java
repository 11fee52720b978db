package dev.bascule.exact.rounding;

import java.util.Arrays;
import java.util.List;
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
        String factors = Arrays.stream(ProductFormat.values())
                .filter(products::containsValue)
                .map(this::words)
                .collect(Collectors.joining(" and "));
        return "products in " + factors
                + results.map(format -> " and results in " + format.words()).orElse("");
    }

    /** Its name, and of which products where not of all. */
    private String words(ProductFormat format) {
        List<String> kinds = Arrays.stream(ProductKind.values())
                .filter(kind -> format.equals(products.get(kind)))
                .map(ProductKind::operator)
                .toList();
        return kinds.size() == ProductKind.values().length
                ? format.words()
                : "%s (%s)".formatted(format.words(), String.join(", ", kinds));
    }
}
