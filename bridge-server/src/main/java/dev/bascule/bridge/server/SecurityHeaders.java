package dev.bascule.bridge.server;

import java.util.Map;

/**
 * Headers of every answer. The first three make a page cross-origin isolated, without which there is no
 * SharedArrayBuffer and so no wasm threads; workers need them as well as pages.
 */
final class SecurityHeaders {
    /**
     * Nothing beyond the bridge's own files. Compiling WebAssembly is the page's purpose, and ONNX Runtime Web's WebNN
     * provider makes functions from strings: without unsafe-eval it traps.
     */
    static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; "
                    + "worker-src 'self' blob:; connect-src 'self'; style-src 'self'; img-src 'self' blob:; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static final Map<String, String> ALL = Map.of(
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Embedder-Policy", "require-corp",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Content-Security-Policy", CONTENT_SECURITY_POLICY,
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer");

    private SecurityHeaders() {}
}
