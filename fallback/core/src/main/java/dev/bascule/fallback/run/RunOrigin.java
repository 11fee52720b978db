package dev.bascule.fallback.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a run is besides measured by whoever keeps it. It stays so for as long as the run is kept. */
public enum RunOrigin {
    /** It was read from a history, export or document of another place. */
    IMPORTED,
    /** It was made of several runs. */
    MERGED;

    /** As documents and histories have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<RunOrigin> of(String word) {
        return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
    }
}
