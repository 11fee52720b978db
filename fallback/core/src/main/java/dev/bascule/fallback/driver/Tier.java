package dev.bascule.fallback.driver;

import java.util.Locale;

/** How far a backend was seen to work: each tier stands on those before it. */
public enum Tier {
    /** The engine was built with its execution provider. */
    COMPILED,
    /** The libraries that it needs load. */
    LIBRARY,
    /** They find a device. */
    DEVICE,
    /** A session on a tiny model ran there, and its outputs were right. */
    SESSION,
    /** The engine's own record shows nodes placed there. */
    PLACED;

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
