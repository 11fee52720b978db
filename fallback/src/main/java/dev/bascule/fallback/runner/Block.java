package dev.bascule.fallback.runner;

import dev.bascule.fallback.measure.Samples;

/**
 * One measured block.
 *
 * @param samples milliseconds per iteration, in order
 * @param newOutputs outputs that differ from all seen before at their step; empty when every iteration repeated one
 */
public record Block(Samples samples, Outputs newOutputs) {}
