package dev.bascule.fallback.evidence;

/** How well it is known where a case ran. */
public enum ProofClass {
    /** The engine's own per-node placement or profile. */
    PROVEN,
    /** An API said so. */
    REPORTED,
    /** Nobody said. */
    UNKNOWN
}
