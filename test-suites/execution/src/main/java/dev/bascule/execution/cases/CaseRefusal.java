package dev.bascule.execution.cases;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.error.Failure;

/**
 * The reason why a case is run nowhere.
 *
 * @param outcome of each of its attempts: {@link Outcome#NOT_JUDGED} where that is the case's affair, {@link Outcome#FAILED} where it is
 *     this machine's
 */
public record CaseRefusal(Outcome outcome, Failure failure) {}
