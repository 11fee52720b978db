package dev.bascule.studies.reduce.trial;

/**
 * The rule by which the outputs of a repro model are judged.
 *
 * @param tolerances how far they may be off
 * @param published whether the case itself says what is right; the reference does otherwise
 */
public record OutputCriterion(ValueTolerance tolerances, boolean published) {}
