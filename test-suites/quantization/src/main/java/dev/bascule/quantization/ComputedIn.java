package dev.bascule.quantization;

import dev.bascule.fallback.backend.Backend;
import java.util.Map;

/**
 * Where models of a method compute in its precision. A claim from engines' sources, each with where it comes from: it never
 * becomes credit, which only an engine's own record gives.
 *
 * @param claims by backend; one that is missing is not known
 */
public record ComputedIn(Map<Backend, Claim> claims) {

    public ComputedIn {
        claims = Map.copyOf(claims);
    }

    /** What is claimed of a backend. */
    public enum Kind {
        /** Multiplies in that precision. */
        COMPUTES,
        /** Reads it from memory so, and makes float32 of it as it multiplies. */
        DECODES,
        /** Keeps it so in the file; in memory it is float32 once the model is open. */
        STORES,
        /** Has no such operator: the node goes elsewhere, or the model does not open. */
        LACKS
    }

    /**
     * One claim.
     *
     * @param kind what is claimed
     * @param source where it comes from: a file of the engine's, or what was seen, with the version
     */
    public record Claim(Kind kind, String source) {}

    public Claim of(Backend backend, Claim otherwise) {
        return claims.getOrDefault(backend, otherwise);
    }
}
