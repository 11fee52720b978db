package dev.bascule.reports.audit;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.run.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Adapters that name a software rasteriser and are said to be none: such a cell would count as acceleration. Stateless. */
public final class RecordAdapters {
    private static final String FACT = "adapter.";

    private RecordAdapters() {}

    public static List<AuditFinding> doubts(RunRecord run) {
        List<AuditFinding> findings = new ArrayList<>();
        for (CaseRun cell : run.runs()) {
            Stream.concat(cell.attempts().stream(), cell.retries().stream())
                    .filter(RecordAdapters::deniesSoftware)
                    .forEach(attempt -> findings.add(new AuditFinding(
                            "%s %s".formatted(cell.caseId(), cell.chain()),
                            "software is false, the adapter of %s says that it is %s"
                                    .formatted(attempt.target().id(), adapter(attempt)))));
        }
        return findings;
    }

    private static boolean deniesSoftware(Attempt attempt) {
        boolean denied = Stream.of(
                        attempt.target().software(), attempt.evidence().software())
                .anyMatch(said -> said.isPresent() && !said.get());
        return denied && EvidenceJudge.namesSoftware(adapter(attempt));
    }

    /** As the target has it, and as the evidence does. */
    private static Map<String, String> adapter(Attempt attempt) {
        Map<String, String> words = new TreeMap<>();
        attempt.evidence().facts().forEach((name, value) -> {
            if (name.startsWith(FACT)) {
                words.put(name.substring(FACT.length()), value);
            }
        });
        words.putAll(attempt.target().adapter());
        return words;
    }
}
