package dev.bascule.studies.select;

/**
 * A block of a race. Immutable.
 *
 * @param round in which it was measured, from 1; in the order in which candidates took turns
 * @param candidate of which
 * @param inferences in it
 * @param median milliseconds of an inference
 * @param cost the objective's figure of it, in its unit
 */
public record RaceBlock(int round, Candidate candidate, int inferences, double median, double cost) {}
