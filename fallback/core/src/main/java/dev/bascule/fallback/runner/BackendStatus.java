package dev.bascule.fallback.runner;

import java.util.Locale;

/** How usable a backend is. */
public enum BackendStatus {
    OK,
    DEGRADED,
    MISSING,
    CRASHED;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
