package dev.bascule.cli;

import dev.bascule.studies.reduce.Culprit;
import dev.bascule.studies.reduce.CutShort;
import dev.bascule.studies.reduce.Finding;
import dev.bascule.studies.reduce.Origin;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.Step;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a reduction came to, for people and as a document. Stateless. */
final class ReduceText {
    private ReduceText() {}

    static String of(Reduction.Reduced reduced, ReduceService.Report report, Path out) {
        StringBuilder text = new StringBuilder();
        report.origin().flatMap(Origin::dataSet).ifPresent(set -> text.append("data set: %s%n".formatted(set)));
        text.append(reduced.culprit()
                .map(ReduceText::culprit)
                .orElse("first wrong node: not found; nothing smaller than the whole model fails in the same way"));
        text.append("%nleft: %d of %d nodes, %d of %d elements, %s: %s"
                .formatted(
                        reduced.specimen().nodes(),
                        reduced.original().nodes(),
                        reduced.specimen().elements(),
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
                                reduced.yardstick().published()
                                        ? "the outputs that the case itself brings"
                                        : "native CPU",
                                wrong.tolerance().basis())));
        reduced.cutShort().ifPresent(cut -> text.append("%nended early: %s".formatted(cut.why())));
        text.append("%nwritten: %s (REPORT.md)".formatted(out));
        return text.toString();
    }

    private static String culprit(Culprit culprit) {
        return "first wrong node: %s (%s, opset %d) '%s', number %d of %d%s"
                .formatted(
                        culprit.operator(),
                        culprit.domain(),
                        culprit.opset(),
                        culprit.name(),
                        culprit.index() + 1,
                        culprit.of(),
                        culprit.note().isEmpty() ? "" : "; " + culprit.note());
    }

    /** Unknown is null. */
    static Map<String, @Nullable Object> document(Reduction.Reduced reduced, ReduceService.Report report, Path out) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        document.put(
                "target", report.origin().map(origin -> origin.target().id()).orElse(null));
        document.put("dataSet", report.origin().flatMap(Origin::dataSet).orElse(null));
        document.put("failure", reduced.finding().signature().text());
        document.put("culprit", reduced.culprit().map(Culprit::document).orElse(null));
        document.put(
                "worst",
                reduced.finding()
                        .wrong()
                        .map(Finding.WrongOutput::difference)
                        .flatMap(difference -> difference.worst())
                        .orElse(null));
        document.put("expected", reduced.yardstick().published() ? "case" : "native-cpu");
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
                        reduced.specimen().nodes()));
        document.put(
                "elements",
                Map.of(
                        "before",
                        reduced.original().elements(),
                        "after",
                        reduced.specimen().elements()));
        document.put("confirmed", Map.of("failures", reduced.failures(), "runs", reduced.repeats()));
        document.put(
                "steps",
                Map.of(
                        "tried",
                        reduced.steps().size(),
                        "kept",
                        reduced.steps().stream().filter(Step::accepted).count()));
        document.put("cutShort", reduced.cutShort().map(CutShort::why).orElse(null));
        document.put("folder", out.toString());
        return document;
    }
}
