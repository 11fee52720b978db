package dev.bascule.scheduling.simulate.model;

import java.util.Locale;

/** Where a parameter of a simulation comes from. */
public enum Origin {
    MEASURED,
    /** Foretold from what other models took. */
    PREDICTED,
    ASSUMED;

    /** As in files and documents. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
