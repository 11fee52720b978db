package dev.bascule.models.classify;

import java.util.Locale;

/** What is asked about a network. */
enum Axis {
    FAMILY,
    ARCHITECTURE,
    TASK;

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
