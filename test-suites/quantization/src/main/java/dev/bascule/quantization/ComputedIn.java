package dev.bascule.quantization;

import dev.bascule.fallback.backend.Backend;
import java.util.Map;

/**
 * Where models of a method compute in its precision. A claim from engines' sources, each with where it comes from: it never
 * becomes credit, which only an engine's own record gives.
 *
 * @param claims by backend; one that is missing is not known
 * @param form what of its models matters to whoever reads an engine's record
 */
public record ComputedIn(Map<Backend, Claim> claims, Form form) {

    /** What a Gather of {@link Form#PALETTE} is called: its weight, and this. */
    public static final String DECODER = "_decoder";

    public ComputedIn {
        claims = Map.copyOf(claims);
    }

    /** Claims on a form of which nothing more is told. */
    public ComputedIn(Map<Backend, Claim> claims) {
        this(claims, Form.OTHER);
    }

    /** What its models are. */
    public enum Form {
        /** Float32 like the model that they were made of. */
        FLOAT32,
        /** Float32 products with DequantizeLinear before their weights, of which an engine may make one node that rounds. */
        DEQUANTIZED,
        /** A Gather {@link #DECODER} makes float32 of indices, unless the engine does so once when it opens the model. */
        PALETTE,
        OTHER
    }

    /** What is claimed of a backend. */
    public enum Kind {
        /** Multiplies in that precision. */
        COMPUTES,
        /** Reads it from memory so, and makes float32 of it as it multiplies. */
        DECODES,
        /** Keeps it so in the file; in memory it is float32 once the model is open. */
        STORES
    }

    /**
     * One claim.
     *
     * @param kind what is claimed
     * @param source where it comes from, for the reader: a file of the engine's, or what was seen, with the version and the processor
     */
    public record Claim(Kind kind, String source) {}

    public Claim of(Backend backend, Claim otherwise) {
        return claims.getOrDefault(backend, otherwise);
    }
}
