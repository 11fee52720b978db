package dev.bascule.reports.document;

import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.reports.document.AttemptPart.EvidencePart;

/** Evidence as the document of a run has it. Stateless and thread-safe. */
public final class EvidenceDocuments {
    private EvidenceDocuments() {}

    public static EvidencePart part(Evidence evidence) {
        return AttemptWriter.evidence(evidence);
    }

    /** @throws IllegalArgumentException for a word that there is not */
    public static Evidence read(EvidencePart part) {
        return AttemptParser.evidence(part);
    }
}
