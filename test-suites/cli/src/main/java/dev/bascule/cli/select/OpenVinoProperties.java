package dev.bascule.cli.select;

import dev.bascule.fallback.backend.Precision;
import dev.bascule.studies.select.Candidate;

/** What Bascule's own sessions tell OpenVINO's CPU device. Stateless. */
final class OpenVinoProperties {
    private OpenVinoProperties() {}

    /** As its provider takes them for {@code load_config}. */
    static String json(Candidate chosen) {
        return "{\"CPU\":{\"INFERENCE_NUM_THREADS\":\"%d\"%s}}"
                .formatted(
                        chosen.threads(),
                        chosen.configuration()
                                .precision()
                                .map(one -> ",\"INFERENCE_PRECISION_HINT\":\"%s\"".formatted(hint(one)))
                                .orElse(""));
    }

    /** As OpenVINO calls it. */
    private static String hint(Precision precision) {
        return switch (precision) {
            case FLOAT16 -> "f16";
            case BFLOAT16 -> "bf16";
            case FLOAT32, TF32, INT8, INT4 -> "f32";
        };
    }
}
