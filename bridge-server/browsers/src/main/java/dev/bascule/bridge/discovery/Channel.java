package dev.bascule.bridge.discovery;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How far ahead of its family's release a build is, in the order in which they are preferred. */
public enum Channel {
    STABLE("Stable"),
    ESR("ESR"),
    BETA("Beta"),
    DEV("Dev"),
    CANARY("Canary"),
    NIGHTLY("Nightly"),
    TECHNOLOGY_PREVIEW("Technology Preview");

    private final String label;

    Channel(String label) {
        this.label = label;
    }

    /** For people, as vendors write it behind the name. */
    public String label() {
        return label;
    }

    /** What stands behind the family in an address, such as {@code beta} in {@code chrome-beta}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<Channel> ofId(String id) {
        return Arrays.stream(values())
                .filter(channel -> channel.id().equals(id))
                .findFirst();
    }
}
