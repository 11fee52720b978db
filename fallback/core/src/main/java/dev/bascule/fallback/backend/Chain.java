package dev.bascule.fallback.backend;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An ordered list of backends, all on one side, none twice. A chain of one is strict: no fallback.
 *
 * @param rungs the backends, first choice first
 */
public record Chain(List<Backend> rungs) {
    public static final Chain BROWSER = of(Backends.WEBGPU, Backends.WEBNN, Backends.WASM);
    public static final Chain NATIVE = of(Backends.CUDA, Backends.OPENVINO, Backends.NATIVE_CPU);

    public Chain {
        rungs = List.copyOf(rungs);
        if (rungs.isEmpty()) {
            throw new BasculeException(ErrorCode.CONFIG_INVALID, "a chain needs at least one backend");
        }
        if (new HashSet<>(rungs).size() != rungs.size()) {
            throw new BasculeException(ErrorCode.CONFIG_INVALID, "a chain names a backend twice: " + label(rungs));
        }
        if (rungs.stream().map(Backend::side).distinct().count() > 1) {
            throw new BasculeException(
                    ErrorCode.CONFIG_INVALID, "a chain crosses from browser to native: " + label(rungs));
        }
    }

    public static Chain of(Backend... rungs) {
        return new Chain(List.of(rungs));
    }

    /** Reads {@code webgpu→webnn→wasm}; {@code ->}, {@code >} and {@code ,} divide as well. */
    public static Chain parse(String text, Backends backends) {
        return new Chain(Arrays.stream(text.split("→|->|>|,", -1))
                .map(String::strip)
                .map(backends::require)
                .toList());
    }

    public Backend first() {
        return rungs.get(0);
    }

    public boolean isStrict() {
        return rungs.size() == 1;
    }

    private static String label(List<Backend> rungs) {
        return rungs.stream().map(Backend::id).collect(Collectors.joining("→"));
    }

    @Override
    public String toString() {
        return label(rungs);
    }
}
