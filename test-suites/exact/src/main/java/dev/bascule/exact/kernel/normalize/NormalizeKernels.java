package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.kernel.Kernel;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Normalizations and losses. Stateless. */
public final class NormalizeKernels {
    private NormalizeKernels() {}

    public static Map<String, Kernel> all() {
        Map<String, Kernel> all = new HashMap<>(Map.of(
                "com.microsoft.EmbedLayerNormalization",
                Kernel.reading(9, Set.of("epsilon", "mask_index_type"), EmbedKernel::embed)));
        Stream.of(ChannelKernels.all(), LayerKernels.all(), PlainNormalizations.all(), Losses.all())
                .forEach(all::putAll);
        return all;
    }
}
