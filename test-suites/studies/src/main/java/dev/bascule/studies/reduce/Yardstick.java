package dev.bascule.studies.reduce;

/**
 * By what the outputs of a specimen are judged.
 *
 * @param leeway how far they may be off
 * @param published whether the case itself says what is right; the reference does otherwise
 */
public record Yardstick(Leeway leeway, boolean published) {}
