package dev.bascule.fallback.backend;

/** Which side of the bridge a backend lives on. */
public enum Side {
    BROWSER,
    NATIVE
}
