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
 * What may fit or is unknown, models and targets of one reason in one row, with the commands that settle it below.
 *
 * @param most rows and commands that are shown
 * @param allTargets how many were looked at
 */
record OpenQuestions(CandidateNames names, int most, int allTargets) {
    /** Models that a row or a command names. */
    private static final int NAMED = 4;

    private record Row(String models, String why) {}

    /** Blank where there is none. */
    String table(List<Judgement> open) {
        if (open.isEmpty()) {
            return "";
        }
        Map<Row, List<String>> rows = rows(open);
        TextTable table = new TextTable("MODEL", "TARGET", "WHY");
        rows.entrySet().stream()
                .limit(most)
                .forEach(row -> table.row(
                        row.getKey().models(),
                        row.getValue().size() > 1 && row.getValue().size() == allTargets
                                ? "all targets"
                                : String.join(", ", row.getValue()),
                        row.getKey().why()));
        StringBuilder text = new StringBuilder(table.toString());
        if (rows.size() > most) {
            text.append("… and %s more: --json has all%n".formatted(Figures.whole(rows.size() - most)));
        }
        return text.append(settled(open)).toString();
    }

    /** Targets by row. */
    private Map<Row, List<String>> rows(List<Judgement> open) {
        Map<List<String>, List<String>> models = new LinkedHashMap<>();
        open.forEach(each -> {
            List<String> of = names.of(each.candidate());
            models.computeIfAbsent(List.of(of.get(1), String.join("; ", each.reasons())), question -> new ArrayList<>())
                    .add(of.get(0));
        });
        Map<Row, List<String>> rows = new LinkedHashMap<>();
        models.forEach(
                (question, of) -> rows.computeIfAbsent(new Row(some(of), question.get(1)), row -> new ArrayList<>())
                        .add(question.get(0)));
        return rows;
    }

    private String settled(List<Judgement> open) {
        Map<Remedy, Set<String>> models = new LinkedHashMap<>();
        open.forEach(each -> each.remedies()
                .forEach(remedy -> models.computeIfAbsent(remedy, command -> new LinkedHashSet<>())
                        .add(each.candidate().model().reference())));
        StringBuilder text = new StringBuilder("what settles it:\n");
        models.entrySet().stream().limit(most).forEach(entry -> {
            Remedy remedy = entry.getKey();
            int named = remedy.apart() ? 1 : NAMED;
            int left = entry.getValue().size() - named;
            text.append("  %s%s%n"
                    .formatted(
                            remedy.command(
                                    entry.getValue().stream().limit(named).toList()),
                            left < 1
                                    ? ""
                                    : "   and %d more%s".formatted(left, remedy.apart() ? ", each by itself" : "")));
        });
        return text.toString();
    }

    private static String some(List<String> all) {
        return String.join(", ", all.stream().limit(NAMED).toList())
                + (all.size() > NAMED ? " and %d more".formatted(all.size() - NAMED) : "");
    }
}
