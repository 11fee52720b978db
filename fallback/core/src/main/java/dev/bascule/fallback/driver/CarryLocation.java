package dev.bascule.fallback.driver;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import java.util.Arrays;
import java.util.Optional;

/** Where an output stays that feeds the next step and that nobody reads. */
public enum CarryLocation {
    /** In the memory of the CPU: of the page, or of the native engine. */
    CPU("cpu"),
    /** In a buffer of WebGPU. */
    GPU_BUFFER("gpu-buffer"),
    /** In a tensor of WebNN. */
    ML_TENSOR("ml-tensor");

    private final String word;

    CarryLocation(String word) {
        this.word = word;
    }

    /** As options, messages and engines have it. */
    public String word() {
        return word;
    }

    /** The one of this word. */
    public static Optional<CarryLocation> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    /** Whether a backend has such memory. */
    public boolean fits(Backend backend) {
        return switch (this) {
            case CPU -> true;
            case GPU_BUFFER -> backend.equals(Backends.WEBGPU);
            case ML_TENSOR -> backend.equals(Backends.WEBNN);
        };
    }
}
