package dev.bascule.fallback.backend;

import java.util.Optional;

/**
 * The library that executes a model.
 *
 * @param name {@code onnxruntime-web}, {@code webnn-api}, {@code onnxruntime} or {@code pytorch}
 * @param version as the library itself tells it, not as its wrapper does
 * @param build which of the library's builds was loaded (onnxruntime-web has several, which differ in speed), if any
 */
public record Engine(String name, String version, Optional<String> build) {

    @Override
    public String toString() {
        return name + " " + version + build.map(b -> " (" + b + ")").orElse("");
    }
}
