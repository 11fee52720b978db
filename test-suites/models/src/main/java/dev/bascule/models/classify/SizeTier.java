package dev.bascule.models.classify;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How large a network is: the greater of what its parameters and its operations say. */
public enum SizeTier {
    MICRO(1e6, 1e8),
    SMALL(1e7, 2e9),
    MEDIUM(1.5e8, 5e10),
    LARGE(1.5e9, 5e11),
    HUGE(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    private final double parameters;
    private final double operations;

    SizeTier(double parameters, double operations) {
        this.parameters = parameters;
        this.operations = operations;
    }

    /** The smallest tier that neither exceeds. */
    static SizeTier of(long parameters, Optional<Long> operations) {
        return Arrays.stream(values())
                .filter(tier -> parameters < tier.parameters && operations.orElse(0L) < tier.operations)
                .findFirst()
                .orElse(HUGE);
    }

    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
