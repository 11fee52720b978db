package dev.bascule.cli.reduce;

import dev.bascule.studies.reduce.EarlyStop;
import dev.bascule.studies.reduce.FailureOrigin;
import dev.bascule.studies.reduce.FaultyNode;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.ReductionStep;
import dev.bascule.studies.reduce.trial.ReproFinding;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a reduction came to, for people and as a document. Stateless. */
final class ReduceText {
    private ReduceText() {}

    static String of(Reduction.Reduced reduced, ReduceService.Report report, Path out) {
        StringBuilder text = new StringBuilder();
        report.origin().flatMap(FailureOrigin::dataSet).ifPresent(set -> text.append("data set: %s%n".formatted(set)));
        text.append(reduced.faultyNode()
                .map(ReduceText::faultyNode)
                .orElse("first wrong node: not found; nothing smaller than the whole model fails in the same way"));
        text.append("%nleft: %d of %d nodes, %d of %d elements, %s: %s"
                .formatted(
                        reduced.repro().nodes(),
                        reduced.original().nodes(),
                        reduced.repro().elements(),
                        reduced.original().elements(),
                        reduced.repeats() == 0
                                ? "not confirmed"
                                : "failing in %d of %d runs".formatted(reduced.failures(), reduced.repeats()),
                        reduced.finding().signature().text()));
        reduced.finding()
                .wrong()
                .flatMap(wrong -> wrong.difference().worst())
                .ifPresent(worst -> text.append("%nworst element: output '%s', index %d, got %s, expected %s"
                        .formatted(worst.output(), worst.index(), worst.got(), worst.expected())));
        reduced.finding()
                .wrong()
                .ifPresent(wrong -> text.append("%njudged by: %s, %s"
                        .formatted(
                                reduced.criterion().source().words(),
                                wrong.tolerance().basis())));
        reduced.cutShort().ifPresent(cut -> text.append("%nended early: %s".formatted(cut.why())));
        text.append("%nwritten: %s (REPORT.md)".formatted(out));
        return text.toString();
    }

    private static String faultyNode(FaultyNode faultyNode) {
        return "first wrong node: %s (%s, opset %d) '%s', number %d of %d%s"
                .formatted(
                        faultyNode.operator(),
                        faultyNode.domain(),
                        faultyNode.opset(),
                        faultyNode.name(),
                        faultyNode.index() + 1,
                        faultyNode.of(),
                        faultyNode.note().isEmpty() ? "" : "; " + faultyNode.note());
    }

    /** Unknown is null. */
    static Map<String, @Nullable Object> document(Reduction.Reduced reduced, ReduceService.Report report, Path out) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put(
                "target", report.origin().map(origin -> origin.target().id()).orElse(null));
        document.put("dataSet", report.origin().flatMap(FailureOrigin::dataSet).orElse(null));
        document.put("failure", reduced.finding().signature().text());
        document.put("culprit", reduced.faultyNode().map(FaultyNode::document).orElse(null));
        document.put(
                "worst",
                reduced.finding()
                        .wrong()
                        .map(ReproFinding.WrongOutput::difference)
                        .flatMap(difference -> difference.worst())
                        .orElse(null));
        document.put("expected", reduced.criterion().source().id());
        document.put(
                "tolerance",
                reduced.finding()
                        .wrong()
                        .map(wrong -> wrong.tolerance().basis())
                        .orElse(null));
        document.put(
                "nodes",
                Map.of(
                        "before",
                        reduced.original().nodes(),
                        "after",
                        reduced.repro().nodes()));
        document.put(
                "elements",
                Map.of(
                        "before",
                        reduced.original().elements(),
                        "after",
                        reduced.repro().elements()));
        document.put("confirmed", Map.of("failures", reduced.failures(), "runs", reduced.repeats()));
        document.put(
                "steps",
                Map.of(
                        "tried",
                        reduced.steps().size(),
                        "kept",
                        reduced.steps().stream().filter(ReductionStep::accepted).count()));
        document.put("cutShort", reduced.cutShort().map(EarlyStop::why).orElse(null));
        document.put("folder", out.toString());
        return document;
    }
}
