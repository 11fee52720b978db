package dev.bascule.app.config;

/** When to colour what is printed. */
public enum ColorMode {
    /** On a terminal, unless {@code NO_COLOR} is set. */
    AUTO,
    ALWAYS,
    NEVER
}
