package dev.bascule.bridge.engine;

import java.util.List;
import java.util.Optional;

/**
 * A build of onnxruntime-web. Immutable.
 *
 * @param name as settings ask for it, such as {@code ort.webgpu}
 * @param entry its JavaScript, by its path in the package
 * @param wasm name of the WebAssembly that it loads; empty where that depends on the threads
 * @param backends ids of those that it has
 * @param needsJspi whether it runs only where WebAssembly's stack can be switched
 */
public record EngineBuild(String name, String entry, Optional<String> wasm, List<String> backends, boolean needsJspi) {
    public EngineBuild {
        backends = List.copyOf(backends);
    }

    /** The name that its entry is served by. */
    public String file() {
        return entry.substring(entry.lastIndexOf('/') + 1);
    }
}
