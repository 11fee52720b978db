package dev.bascule.scheduling.simulate.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What policies are told of how long jobs take. Where they cannot run is always told. */
public enum Knowledge {
    /** The medians and intervals of what is drawn, from the beginning: more than a coordinator ever knows. */
    KNOWN("the true medians, more than any coordinator knows"),
    /** What jobs of the kind took so far in this simulation on that class of hardware; nothing before, as a coordinator that begins. */
    LEARNED("what jobs took so far, as a coordinator that begins without a history"),
    /** Nothing. */
    NONE("nothing");

    private final String meaning;

    Knowledge(String meaning) {
        this.meaning = meaning;
    }

    /** As in a command. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For people: what policies are told. */
    public String meaning() {
        return meaning;
    }

    public static Optional<Knowledge> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(Knowledge::word).toList();
    }
}
