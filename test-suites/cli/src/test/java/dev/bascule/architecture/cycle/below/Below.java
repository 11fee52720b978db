package dev.bascule.architecture.cycle.below;

import dev.bascule.architecture.cycle.Above;
import java.util.List;

/** The other half. */
public record Below(List<Above> above, Class<Above> type) {
    public Below {
        above = List.copyOf(above);
    }

    /** How many there are. */
    public static int count(Above one) {
        return one.below().above().size();
    }
}
