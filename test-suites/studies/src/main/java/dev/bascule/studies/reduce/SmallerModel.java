package dev.bascule.studies.reduce;

import dev.bascule.studies.reduce.trial.ReproModel;

/**
 * A smaller model that may still fail.
 *
 * @param what was made smaller, in words
 */
record SmallerModel(String what, ReproModel repro) {}
