package dev.bascule.scheduling.worker;

import java.util.regex.Pattern;

/**
 * A worker's id, which the coordinator gave it. Immutable.
 *
 * @param value letters, digits, dots, hyphens and underscores, at most 60, with a letter or digit first
 */
public record WorkerId(String value) implements Comparable<WorkerId> {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,59}");

    public WorkerId {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("not the id of a worker");
        }
    }

    @Override
    public int compareTo(WorkerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
