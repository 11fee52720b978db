package dev.bascule.studies.reduce;

import java.time.Duration;

/**
 * One thing that was tried.
 *
 * @param number from 1
 * @param stage such as {@code bisect} or {@code shrink}
 * @param what was tried, in words
 * @param accepted whether it was kept: the failure is still the same one
 * @param why in words
 * @param nodes of the model tried
 * @param elements of its inputs and initializers
 * @param took how long
 */
public record ReductionStep(
        int number, String stage, String what, boolean accepted, String why, int nodes, long elements, Duration took) {}
