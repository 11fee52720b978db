package dev.bascule.suites.conformance;

import dev.bascule.fallback.runner.CaseReply;
import java.util.List;

/**
 * What came of a case in a column, after whatever had to be repeated.
 *
 * @param reply the one that counts: where the first could have been others' doing, the one of the case alone
 * @param before what the case's own earlier tries came to, the oldest first: a pass after one of these is flaky
 * @param notes what happened around it that was not its doing
 */
public record CaseOutcome(CaseReply reply, List<CaseReply> before, List<String> notes) {
    public CaseOutcome {
        before = List.copyOf(before);
        notes = List.copyOf(notes);
    }

    public static CaseOutcome of(CaseReply reply) {
        return new CaseOutcome(reply, List.of(), List.of());
    }
}
