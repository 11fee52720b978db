package dev.bascule.cli.recommend;

import dev.bascule.cli.output.TextTable;
import dev.bascule.prediction.recommend.Judgement;
import dev.bascule.prediction.recommend.Remedy;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What may fit or is unknown, models of one target and reason in one row, with the commands that settle it below.
 *
 * @param most rows and commands that are shown
 */
record OpenQuestions(CandidateNames names, int most) {
    /** Models that a row or a command names. */
    private static final int NAMED = 4;

    private record Question(String target, String why, List<Remedy> remedies) {}

    /** Blank where there is none. */
    String table(List<Judgement> open) {
        Map<Question, List<Judgement>> asked = new LinkedHashMap<>();
        open.forEach(each -> asked.computeIfAbsent(
                        new Question(
                                names.of(each.candidate()).get(1), String.join("; ", each.reasons()), each.remedies()),
                        question -> new ArrayList<>())
                .add(each));
        if (asked.isEmpty()) {
            return "";
        }
        TextTable table = new TextTable("MODEL", "TARGET", "WHY");
        Map<Remedy, Set<String>> settled = new LinkedHashMap<>();
        asked.forEach((question, rows) -> question.remedies()
                .forEach(remedy -> rows.forEach(row -> settled.computeIfAbsent(remedy, command -> new LinkedHashSet<>())
                        .add(row.candidate().model().reference()))));
        asked.entrySet().stream()
                .limit(most)
                .forEach(entry -> table.row(
                        models(entry.getValue()),
                        entry.getKey().target(),
                        entry.getKey().why()));
        StringBuilder text = new StringBuilder(table.toString());
        if (asked.size() > most) {
            text.append("… and %s more: --json has all%n".formatted(Figures.whole(asked.size() - most)));
        }
        text.append("what settles it:\n");
        settled.entrySet().stream()
                .limit(most)
                .forEach(entry -> text.append("  %s%s%n"
                        .formatted(
                                entry.getKey()
                                        .command(entry.getValue().stream()
                                                .limit(NAMED)
                                                .toList()),
                                entry.getValue().size() > NAMED
                                        ? "   and %d more"
                                                .formatted(entry.getValue().size() - NAMED)
                                        : "")));
        return text.toString();
    }

    private String models(List<Judgement> rows) {
        List<String> all =
                rows.stream().map(row -> names.of(row.candidate()).get(0)).toList();
        return String.join(", ", all.stream().limit(NAMED).toList())
                + (all.size() > NAMED ? " and %d more".formatted(all.size() - NAMED) : "");
    }
}
