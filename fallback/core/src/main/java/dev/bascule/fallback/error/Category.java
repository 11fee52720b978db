package dev.bascule.fallback.error;

/** What an error is about. */
public enum Category {
    COMPONENT,
    DETECTION,
    INITIALISATION,
    COMPATIBILITY,
    MEMORY,
    NUMERICS,
    TIME,
    PROTOCOL,
    INTERNAL
}
