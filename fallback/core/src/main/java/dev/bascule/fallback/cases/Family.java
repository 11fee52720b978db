package dev.bascule.fallback.cases;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Model families, the rows of the matrix are grouped by. */
public enum Family {
    EMBEDDING,
    TEXT_GENERATION,
    VISION,
    AUDIO,
    MULTIMODAL,
    OTHER;

    /** The word in files: {@code text-generation}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Family> ofId(String id) {
        return Arrays.stream(values()).filter(family -> family.id().equals(id)).findFirst();
    }
}
