package dev.bascule.bridge.server;

import io.javalin.http.Context;
import java.util.List;
import java.util.Map;

/**
 * Headers of every answer. The first three make a page cross-origin isolated, without which there is no
 * SharedArrayBuffer and so no wasm threads; workers need them as well as pages, and so does a page in a frame.
 */
final class SecurityHeaders {
    /**
     * Nothing beyond the bridge's own files. Compiling WebAssembly is the page's purpose, and ONNX Runtime Web's WebNN
     * provider makes functions from strings: without unsafe-eval it traps.
     */
    private static final String RUNNER_POLICY =
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; "
                    + "worker-src 'self' blob:; connect-src 'self'; style-src 'self'; img-src 'self' blob:; "
                    + "media-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors ";

    private static final String ATTACH_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; "
            + "style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'";

    private static final Map<String, String> ALWAYS = Map.of(
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Embedder-Policy", "require-corp",
            "Cross-Origin-Resource-Policy", "same-origin",
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer");

    private final boolean attach;
    private final List<RouteProvider> web;

    /**
     * @param attach whether runner pages stand in frames of the attach page
     * @param web providers with policies of their own
     */
    SecurityHeaders(boolean attach, List<RouteProvider> web) {
        this.attach = attach;
        this.web = List.copyOf(web);
    }

    /** Sets them on an answer. */
    void set(Context context) {
        ALWAYS.forEach(context::header);
        context.header("Content-Security-Policy", policy(context.path()));
    }

    private String policy(String path) {
        return web.stream()
                .flatMap(each -> each.policy(path).stream())
                .findFirst()
                .orElseGet(() -> ownPolicy(path));
    }

    private String ownPolicy(String path) {
        if (!attach) {
            return RUNNER_POLICY + "'none'";
        }
        return path.equals("/attach.html") ? ATTACH_POLICY : RUNNER_POLICY + "'self'";
    }
}
