package dev.bascule.nativerunner.devices;

import java.util.OptionalInt;

/**
 * One cache as the system reports it.
 *
 * @param level 1 is the nearest to the core
 * @param type what it holds
 * @param bytes its size
 * @param sharedBy logical processors that share one such cache
 * @param instances such caches in the machine
 * @param lineBytes bytes of a line; empty where nobody tells
 */
public record CacheLevel(int level, Type type, long bytes, int sharedBy, int instances, OptionalInt lineBytes) {

    /** What a cache holds. */
    public enum Type {
        DATA,
        INSTRUCTION,
        UNIFIED
    }

    /** For people, such as {@code L2}, {@code L1d}. */
    public String label() {
        return "L" + level
                + switch (type) {
                    case DATA -> "d";
                    case INSTRUCTION -> "i";
                    case UNIFIED -> "";
                };
    }
}
