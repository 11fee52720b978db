package dev.bascule.reports.document;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.reports.document.RunDocument.SupplyPart;
import dev.bascule.reports.document.RunDocument.UnrunPart;
import dev.bascule.reports.matrix.KnownBackends;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the document's parts of what a run came to beside its cells, and reads them back. Stateless. */
final class RunParts {
    private RunParts() {}

    static UnrunPart unrun(UnrunCell cell) {
        return new UnrunPart(
                cell.caseId().toString(),
                cell.chain().first().side().name().toLowerCase(Locale.ROOT),
                cell.chain().rungs().stream().map(Backend::id).toList(),
                cell.browsers(),
                cell.why());
    }

    static UnrunCell unrun(UnrunPart part) {
        Side side = Side.valueOf(part.side().toUpperCase(Locale.ROOT));
        return new UnrunCell(
                CaseId.parse(part.caseId()),
                new Chain(part.chain().stream()
                        .map(id -> KnownBackends.of(id, side))
                        .toList()),
                part.browsers(),
                part.reason());
    }

    /** In words, in a fixed order. */
    static List<String> words(Set<RunOrigin> origins) {
        return origins.stream().sorted().map(RunOrigin::word).toList();
    }

    /** A word of a later build is passed over. */
    static Set<RunOrigin> origins(List<String> words) {
        return words.stream().flatMap(word -> RunOrigin.of(word).stream()).collect(Collectors.toSet());
    }

    static SupplyPart supply(ModelSupply supply) {
        return new SupplyPart(
                supply.reference(),
                supply.sha256(),
                supply.download().map(took -> took.toNanos() / 1e6),
                supply.reason().map(why -> Map.of("downloadMs", why)).orElse(Map.of()));
    }

    static ModelSupply supply(SupplyPart part) {
        return new ModelSupply(
                part.reference(),
                part.sha256(),
                part.downloadMs().map(AttemptParser::duration),
                Optional.ofNullable(part.reasons().get("downloadMs")));
    }
}
