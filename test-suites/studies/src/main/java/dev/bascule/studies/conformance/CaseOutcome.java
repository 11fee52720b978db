package dev.bascule.studies.conformance;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Phases;
import java.util.List;
import java.util.Optional;

/**
 * What came of a case in a column, after whatever had to be repeated.
 *
 * @param reply the one that counts: where the first could have been others' doing, the one of the case alone
 * @param before what the case's own earlier tries came to, the oldest first: a pass after one of these is flaky
 * @param notes what happened around it that was not its doing
 * @param notRun why it never ran, where nothing that could run it came up
 */
public record CaseOutcome(CaseReply reply, List<CaseReply> before, List<String> notes, Optional<Failure> notRun) {
    public CaseOutcome {
        before = List.copyOf(before);
        notes = List.copyOf(notes);
    }

    public static CaseOutcome of(CaseReply reply) {
        return new CaseOutcome(reply, List.of(), List.of());
    }

    /** One that ran. */
    public CaseOutcome(CaseReply reply, List<CaseReply> before, List<String> notes) {
        this(reply, before, notes, Optional.empty());
    }

    /** One that could not be run, whatever is in it. */
    public static CaseOutcome notRun(int index, Failure failure) {
        return new CaseOutcome(
                new CaseReply(index, Optional.empty(), List.of(), Phases.NONE, Optional.empty()),
                List.of(),
                List.of(),
                Optional.of(failure));
    }
}
