package dev.bascule.cli.classify;

import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.cases.Family;
import dev.bascule.models.classify.Answer;
import dev.bascule.models.classify.ArchitectureKind;
import dev.bascule.models.classify.Classification;
import dev.bascule.models.classify.Likelihood;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Classified models for people. Stateless. */
final class ClassifyText {
    private static final String UNKNOWN = "unknown";

    private ClassifyText() {}

    static String of(List<ClassifiedModel> models) {
        TextTable table = new TextTable("MODEL", "FAMILY", "ARCHITECTURE", "TASK", "SIZE");
        models.forEach(each -> table.row(
                each.model().name(),
                cell(each.kind().family(), Family::id),
                cell(each.kind().architecture(), ArchitectureKind::id),
                cell(each.kind().task(), Function.identity()),
                each.kind().size().tier().id()));
        StringBuilder text = new StringBuilder(table.toString());
        models.forEach(each -> evidence(text, each));
        return text.append("\nUnseen networks: others' models when the rules first met them, with evidence as strong."
                        + " A probability is (right + 1) / (networks + 2).")
                .toString();
    }

    private static <L> String cell(Answer<L> answer, Function<L, String> word) {
        return answer.value()
                .map(value -> word.apply(value)
                        + answer.likelihood()
                                .map(each -> String.format(Locale.ROOT, " %.2f", each.probability()))
                                .orElse(""))
                .orElse(UNKNOWN);
    }

    private static void evidence(StringBuilder text, ClassifiedModel each) {
        Classification kind = each.kind();
        text.append('\n').append(each.model().name()).append('\n');
        lines(text, "family", kind.family(), Family::id);
        lines(text, "architecture", kind.architecture(), value -> value.words() + " (" + value.network() + ")");
        lines(text, "task", kind.task(), Function.identity());
        text.append("  size: ").append(kind.size().words());
        text.append(kind.size().note().isBlank() ? "\n" : "; " + kind.size().note() + "\n");
        kind.notes().forEach(note -> text.append("  note: ").append(note).append('\n'));
    }

    private static <L> void lines(StringBuilder text, String question, Answer<L> answer, Function<L, String> word) {
        text.append("  %s: %s\n".formatted(question, answer.value().map(word).orElse(UNKNOWN)));
        answer.evidence().forEach(words -> text.append("    - ").append(words).append('\n'));
        if (!answer.reason().isBlank()) {
            text.append("    ").append(answer.reason()).append('\n');
        }
        answer.likelihood()
                .map(Likelihood::basis)
                .ifPresent(basis -> text.append("    = ").append(basis).append('\n'));
    }
}
