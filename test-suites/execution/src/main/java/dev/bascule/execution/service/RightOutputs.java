package dev.bascule.execution.service;

import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.job.Outputs;

/**
 * What a session gave that was found right, and what it was held against. Immutable.
 *
 * @param target id of the target that gave it
 * @param reference what was expected, and how far outputs may lie from it
 * @param outputs of the first inference of each step
 */
public record RightOutputs(CaseId caseId, String target, Reference reference, Outputs outputs) {

    @Override
    public String toString() {
        return "%s on %s".formatted(caseId, target);
    }
}
