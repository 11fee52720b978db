package dev.bascule.scheduling.job;

import java.util.regex.Pattern;

/**
 * A job's id: its run's id, a hyphen and its number in the run. Immutable.
 *
 * @param value letters, digits, dots, hyphens and underscores, at most 120, with a letter or digit first
 */
public record JobId(String value) implements Comparable<JobId> {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,119}");

    public JobId {
        if (!isOne(value)) {
            throw new IllegalArgumentException("not the id of a job");
        }
    }

    /** Whether a job may have this id. */
    public static boolean isOne(String value) {
        return SHAPE.matcher(value).matches();
    }

    @Override
    public int compareTo(JobId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
