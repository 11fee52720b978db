package dev.bascule.studies.reduce;

/**
 * A smaller specimen that may still fail.
 *
 * @param what was made smaller, in words
 */
record Candidate(String what, Specimen specimen) {}
