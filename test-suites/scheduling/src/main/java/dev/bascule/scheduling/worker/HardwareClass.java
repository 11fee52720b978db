package dev.bascule.scheduling.worker;

/**
 * Workers on which a job takes as long. Immutable.
 *
 * @param key what they have in common
 */
public record HardwareClass(String key) implements Comparable<HardwareClass> {
    @Override
    public int compareTo(HardwareClass other) {
        return key.compareTo(other.key);
    }

    @Override
    public String toString() {
        return key;
    }
}
