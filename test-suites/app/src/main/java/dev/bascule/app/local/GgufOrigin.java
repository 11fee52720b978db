package dev.bascule.app.local;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.models.gguf.GgmlType;
import dev.bascule.models.gguf.GgufFile;
import dev.bascule.models.gguf.GgufTensor;
import dev.bascule.models.source.DecoderModels;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a reader must know of a model whose weights come out of a GGUF file. Stateless. */
final class GgufOrigin {
    /** Numbers of their own, on no grid of a block. */
    private static final Set<GgmlType> FLOATS = Set.of(GgmlType.F32, GgmlType.F16);

    private GgufOrigin() {}

    /** @return empty of a model out of another file, and where no weight is on a grid of few bits */
    static Optional<String> note(String reference) {
        return new DecoderModels(CacheFolder.ofProcess())
                .gguf(reference)
                .flatMap(file -> note(GgufFile.open(file).tensors().values()));
    }

    static Optional<String> note(Collection<GgufTensor> tensors) {
        Map<GgmlType, Long> elements = new EnumMap<>(GgmlType.class);
        tensors.forEach(tensor -> elements.merge(tensor.type(), tensor.columns() * tensor.rows(), Long::sum));
        double all = elements.values().stream().mapToLong(Long::longValue).sum();
        String shares = elements.entrySet().stream()
                .filter(each -> !FLOATS.contains(each.getKey()))
                .map(each -> String.format(
                        Locale.ROOT,
                        "%.1f %% of its weights in %s",
                        100 * each.getValue() / all,
                        each.getKey().name()))
                .collect(Collectors.joining(", "));
        return shares.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the model comes out of a GGUF file with %s: unquantised is that file's weights in float32, and what lies on a grid of few bits already loses less by another"
                                .formatted(shares));
    }
}
