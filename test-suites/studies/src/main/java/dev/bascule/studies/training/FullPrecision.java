package dev.bascule.studies.training;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.SessionSettings;
import java.util.Optional;

/**
 * Training is in 32 bits, which some engines must be told. Immutable.
 *
 * @param settings with it, where the backend knows it and nobody asked for another precision
 * @param note what a reader should know of it; empty where 32 bits go without saying
 */
public record FullPrecision(SessionSettings settings, Optional<String> note) {

    public static FullPrecision of(Backend backend, SessionSettings wanted) {
        if (wanted.options().precision().isPresent()) {
            return new FullPrecision(wanted, Optional.empty());
        }
        if (backend.equals(Backends.OPENVINO)) {
            return new FullPrecision(
                    wanted.withOptions(wanted.options().withPrecision(Precision.FLOAT32)),
                    Optional.of("told to compute in fp32: left alone it takes bf16 where the processor has it"));
        }
        if (backend.equals(Backends.TENSORRT)) {
            return new FullPrecision(
                    wanted,
                    Optional.of(
                            "not told to compute in fp32, for its provider has no switch for it: set NVIDIA_TF32_OVERRIDE=0"));
        }
        return new FullPrecision(wanted, Optional.empty());
    }
}
