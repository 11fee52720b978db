package dev.bascule.reports.rating;

import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.matrix.TextStyle;
import dev.bascule.reports.scoring.Formula;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The scores for a terminal: targets down, families across, since there are more targets than families. Stateless. */
public final class ScoreText {
    private static final String NOT_MEASURED = "·";
    private static final int MOST_TURNS = 5;

    private ScoreText() {}

    public static String render(ScoreTable table, TextStyle style) {
        List<List<String>> lines = new ArrayList<>();
        List<String> heads = new ArrayList<>(List.of("target", "over all"));
        table.families().forEach(family -> heads.add(family.id()));
        lines.add(heads);
        for (ScoredTarget target : table.targets()) {
            int rank = table.order().rank(target);
            List<String> line = new ArrayList<>(
                    List.of((rank == 0 ? "–  " : rank + ". ") + target.label(), overall(table, target)));
            for (Family family : table.families()) {
                line.add(table.score(family, target).map(FamilyScore::brief).orElse(NOT_MEASURED));
            }
            lines.add(line);
        }
        StringBuilder out = new StringBuilder(grid(lines, style));
        out.append('\n');
        paragraph(out, style, "Cell: " + Formula.LINE + "; s against " + ScoreTable.BASELINE + ".");
        ScoreTable.RULES.forEach(rule -> paragraph(out, style, rule));
        paragraph(out, style, NOT_MEASURED + " nobody measured it. (low–high): the interval, where it has any width.");
        assumption(table).ifPresent(words -> paragraph(out, style, "* " + words + "."));
        order(table.order(), style, out);
        unsupported(table, style, out);
        table.leftOutWords().ifPresent(words -> paragraph(out, style, words + "."));
        List<String> example = table.example();
        if (!example.isEmpty()) {
            out.append('\n').append(style.plain("One of them worked out:")).append('\n');
            example.forEach(step -> out.append(style.wrapped("  " + step, "    ")));
        }
        table.sensitivity()
                .ifPresentOrElse(
                        sensitivity -> sensitivity(table, sensitivity, style, out),
                        () -> table.whyNoSensitivity()
                                .ifPresent(why ->
                                        paragraph(out, style, "What the order hangs on cannot be said: " + why + ".")));
        return out.toString();
    }

    private static String overall(ScoreTable table, ScoredTarget target) {
        return table.overall().stream()
                .filter(score -> score.target().equals(target))
                .findFirst()
                .map(score -> score.assessment().brief())
                .orElse(Rating.NONE.word());
    }

    private static Optional<String> assumption(ScoreTable table) {
        return table.overall().stream()
                .map(score -> score.assessment().scoreBasis())
                .reduce(ScoreBasis.NONE, ScoreBasis::with)
                .assumption();
    }

    private static void order(TargetOrder order, TextStyle style, StringBuilder out) {
        if (!order.standings().isEmpty()) {
            paragraph(
                    out,
                    style,
                    "Numbers: the order on %s, with the scores on these alone: %s."
                            .formatted(order.over(), order.words()));
        }
        order.unordered()
                .forEach(other -> paragraph(
                        out,
                        style,
                        "– in no order: %s, %s.".formatted(other.target().label(), other.why())));
    }

    private static String grid(List<List<String>> lines, TextStyle style) {
        StringBuilder out = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                int column = i;
                int width = lines.stream()
                        .mapToInt(other -> style.plain(other.get(column)).length())
                        .max()
                        .orElse(0);
                String cell = style.plain(line.get(i));
                text.append(cell).append(" ".repeat(width - cell.length() + 2));
            }
            out.append(text.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    private static void unsupported(ScoreTable table, TextStyle style, StringBuilder out) {
        table.scores().stream()
                .filter(score -> !score.unsupported().isEmpty())
                .forEach(score -> paragraph(
                        out,
                        style,
                        "%s cannot run %s".formatted(score.target().label(), String.join(", ", score.unsupported()))));
    }

    private static void sensitivity(ScoreTable table, Sensitivity sensitivity, TextStyle style, StringBuilder out) {
        out.append('\n');
        paragraph(
                out,
                style,
                "Each weight a fifth more or less, or a model left out, moves the scores: "
                        + String.join(
                                "; ",
                                table.overall().stream().map(ScoreText::moves).toList()) + ".");
        String over = "%d %s that all of them measured"
                .formatted(sensitivity.models().size(), sensitivity.models().size() == 1 ? "model" : "models");
        if (sensitivity.stable()) {
            paragraph(
                    out,
                    style,
                    "The order on the %s (%s) is the same under all %d variations."
                            .formatted(
                                    over,
                                    String.join(" > ", sensitivity.ranking()),
                                    sensitivity.variations().size()));
            return;
        }
        List<Sensitivity.Variation> turning = sensitivity.turning();
        paragraph(
                out,
                style,
                "The order on the %s is %s; %d of %d variations turn it:"
                        .formatted(
                                over,
                                String.join(" > ", sensitivity.ranking()),
                                turning.size(),
                                sensitivity.variations().size()));
        turning.stream()
                .limit(MOST_TURNS)
                .forEach(variation -> paragraph(
                        out, style, "  %s: %s".formatted(variation.what(), String.join(" > ", variation.ranking()))));
    }

    private static String moves(TargetScore score) {
        return "%s %.0f–%.0f%s"
                .formatted(
                        score.target().label(),
                        score.weights().lowest(),
                        score.weights().highest(),
                        score.withoutOne()
                                .map(range -> ", %.0f–%.0f".formatted(range.lowest(), range.highest()))
                                .orElse(""));
    }

    private static void paragraph(StringBuilder out, TextStyle style, String text) {
        out.append(style.wrapped(text, "    "));
    }
}
