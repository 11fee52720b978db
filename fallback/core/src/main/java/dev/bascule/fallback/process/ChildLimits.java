package dev.bascule.fallback.process;

import java.time.Duration;

/**
 * What a child may cost that opens what came from outside.
 *
 * @param heapMib the most that its Java heap takes, in MiB
 * @param residentMib the most memory that it may hold in all, in MiB; watched where the system tells it (Linux)
 * @param answerBytes the longest answer
 * @param start the time that it has to be there, besides that of its first answer
 */
public record ChildLimits(int heapMib, int residentMib, int answerBytes, Duration start) {
    /** Starting a JVM takes a second, and on a machine that is busy ten times that. */
    public static final Duration USUAL_START = Duration.ofSeconds(60);
}
