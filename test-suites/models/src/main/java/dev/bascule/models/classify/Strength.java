package dev.bascule.models.classify;

import java.util.Locale;

/** How far the answer's evidence is ahead of the next one's, in points. */
enum Strength {
    CLEAR(5),
    FAIR(3),
    /** Too little to answer by. */
    THIN(0);

    private final int least;

    Strength(int least) {
        this.least = least;
    }

    /** @param margin points of the best answer less those of the second */
    static Strength of(int margin) {
        return margin >= CLEAR.least ? CLEAR : margin >= FAIR.least ? FAIR : THIN;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
