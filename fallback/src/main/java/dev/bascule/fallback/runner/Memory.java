package dev.bascule.fallback.runner;

/**
 * @param peakBytes the highest use seen
 * @param source which counter said so
 */
public record Memory(long peakBytes, String source) {}
