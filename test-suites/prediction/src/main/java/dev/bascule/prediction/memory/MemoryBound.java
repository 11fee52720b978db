package dev.bascule.prediction.memory;

import dev.bascule.fallback.backend.Backend;
import java.util.Locale;

/**
 * What a target's processes are not expected to grow beyond with a model. A prediction: it enters no verdict. Immutable.
 *
 * @param kind whose factor it is: of a backend without a browser named, the browser's that grew most
 * @param bytes the bound
 * @param factor of the tensors and {@value MemorySample#FLOOR} bytes
 * @param architectures that were measured; the greatest ratio of n covers another architecture's with n/(n + 1)
 * @param models that were measured
 * @param lowerBound whether the graph does not tell all tensors, so that it may well be more
 */
public record MemoryBound(
        TargetKind kind, long bytes, double factor, int architectures, int models, boolean lowerBound) {

    /** The share of new architectures that it covers, where they are drawn as those measured were. */
    public double coverage() {
        return architectures / (architectures + 1.0);
    }

    /** {@code 4.2 × (tensors + 48 MiB), the most of 21 architectures (48 models) measured on chromium wasm: covers 95 %}. */
    public String basis() {
        return String.format(
                Locale.ROOT,
                "%.1f × (tensors + %d MiB), the most of %d architectures (%d models) measured on %s: covers %.0f %%",
                factor,
                MemorySample.FLOOR >> 20,
                architectures,
                models,
                kind,
                Math.floor(100 * coverage()));
    }

    /** Why there is none for a backend. */
    public static String unmeasured(Backend backend) {
        return "no process's growth was measured on %s, so there is no bound".formatted(backend.id());
    }
}
