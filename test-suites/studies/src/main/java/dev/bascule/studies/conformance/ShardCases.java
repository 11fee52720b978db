package dev.bascule.studies.conformance;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.reports.audit.AuditFinding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cases of runs against what they say they ran: which shard a case belongs to follows from its id alone. Stateless. */
public final class ShardCases {
    private ShardCases() {}

    /** A part that was relabelled has the cases of another shard. */
    static void refuseStrangers(RunMerger.Part part) {
        List<AuditFinding> findings = part.run().extent().selection().flatMap(Selection::shard).stream()
                .flatMap(shard -> of(part.run()).stream()
                        .filter(id -> !shard.parts().contains(CaseSelection.part(id, shard.of())))
                        .map(id -> new AuditFinding(
                                id.toString(),
                                "it belongs to shard %d/%d, and the run says it is shard %s"
                                        .formatted(CaseSelection.part(id, shard.of()), shard.of(), shard))))
                .toList();
        AuditFinding.refuse(part.name(), findings);
    }

    /**
     * How many cases a run lacks of those that it was to run; empty where it lacks none, or does not tell how many these are, as
     * with filters, or where a shard is missing.
     */
    public static Optional<Integer> lacking(RunRecord run) {
        return run.extent()
                .selection()
                .filter(selection ->
                        selection.shard().isEmpty() && selection.filters().isEmpty())
                .map(selection -> selection.sample().orElse(selection.cases()) - of(run).size())
                .filter(lacking -> lacking > 0);
    }

    /** Those that have a cell, and those of which the run tells that they have none. */
    private static Set<CaseId> of(RunRecord run) {
        return Stream.of(
                        run.runs().stream().map(CaseRun::caseId),
                        run.extent().notRun().stream().map(UnrunCell::caseId),
                        run.extent().unread().stream().map(Selection.Unread::id))
                .flatMap(ids -> ids)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
