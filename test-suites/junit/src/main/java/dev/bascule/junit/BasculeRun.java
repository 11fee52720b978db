package dev.bascule.junit;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import java.util.List;
import java.util.stream.Collectors;

/** What a run measured. Immutable. */
public final class BasculeRun {
    private final RunRecord record;

    BasculeRun(RunRecord record) {
        this.record = record;
    }

    /** All of it: cells with every attempt, raw samples, machine, errors. */
    public RunRecord record() {
        return record;
    }

    public List<CaseRun> cells() {
        return record.runs();
    }

    /**
     * The one cell on this target or chain, to be asserted on.
     *
     * @param chain a backend, or a chain such as {@code webgpu->webnn->wasm}
     * @throws SuiteException where there is none, or several: then name the case as well
     */
    public CellAssert on(String chain) {
        return of("*", chain);
    }

    /**
     * The one cell of this case on this target or chain, to be asserted on.
     *
     * @param caseGlob a case id, or a glob of one, or a model's name
     */
    public CellAssert of(String caseGlob, String chain) {
        Chain wanted = Chain.parse(chain, Backends.installed());
        String glob = caseGlob.contains(":") ? caseGlob : "*:*:" + caseGlob;
        List<CaseRun> found = record.runs().stream()
                .filter(run -> run.chain().equals(wanted) && run.caseId().matches(glob))
                .toList();
        if (found.size() != 1) {
            throw new SuiteException(new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%d cells are '%s' on %s; there are %s"
                            .formatted(
                                    found.size(),
                                    caseGlob,
                                    wanted,
                                    record.runs().stream()
                                            .map(run -> run.caseId() + " on " + run.chain())
                                            .collect(Collectors.joining(", "))),
                    "name the case and the chain of one cell; of several browsers each has a cell: run it in one"));
        }
        return new CellAssert(found.get(0));
    }
}
