package dev.bascule.scheduling.job;

import java.util.Arrays;
import java.util.Optional;

/** How a figure is to stand to a bound. */
public enum Relation {
    AT_LEAST(">="),
    AT_MOST("<="),
    MORE(">"),
    LESS("<"),
    EQUAL("=");

    private final String sign;

    Relation(String sign) {
        this.sign = sign;
    }

    /** As it is written. */
    public String sign() {
        return sign;
    }

    /** The one that is written so. */
    public static Optional<Relation> of(String sign) {
        return Arrays.stream(values())
                .filter(relation -> relation.sign.equals(sign))
                .findFirst();
    }

    /** @param order what comparing the figure with the bound gave: below, at or above 0 */
    public boolean holds(int order) {
        return switch (this) {
            case AT_LEAST -> order >= 0;
            case AT_MOST -> order <= 0;
            case MORE -> order > 0;
            case LESS -> order < 0;
            case EQUAL -> order == 0;
        };
    }
}
