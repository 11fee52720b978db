package dev.bascule.cli.recommend;

import dev.bascule.cli.output.TextTable;
import dev.bascule.prediction.recommend.Candidate;
import dev.bascule.prediction.recommend.Figure;
import dev.bascule.prediction.recommend.Fit;
import dev.bascule.prediction.recommend.Judgement;
import dev.bascule.prediction.recommend.Limit;
import dev.bascule.prediction.recommend.Quantity;
import dev.bascule.prediction.recommend.Recommendation;
import dev.bascule.prediction.recommend.Standing;
import dev.bascule.reports.format.Figures;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A recommendation for people. Belongs to one thread. */
final class RecommendText {
    /** Rows of a section: what is not shown is counted. */
    private static final int MOST = 25;

    private final Recommended found;
    private final Recommendation judged;
    private final List<Quantity> columns;
    private final CandidateNames names;

    private RecommendText(Recommended found) {
        this.found = found;
        this.judged = found.recommendation();
        this.columns = Limit.wanted(judged.limits());
        this.names = CandidateNames.of(judged.judged());
    }

    static String of(Recommended found) {
        return new RecommendText(found).text();
    }

    private String text() {
        StringBuilder text = new StringBuilder(head());
        text.append(section("FITS: passed, proven to have run there, and measured", fits(Fit.MEASURED)));
        text.append(section(
                "PREDICTED TO FIT: not all of it was measured, and nobody knows of what never ran there whether it is right",
                fits(Fit.PREDICTED)));
        List<Judgement> open = Stream.concat(judged.of(Fit.MAY_FIT).stream(), judged.of(Fit.UNKNOWN).stream())
                .toList();
        text.append(section("MAY FIT, OR UNKNOWN", new OpenQuestions(names, MOST, found.targets()).table(open)));
        text.append(section("DOES NOT RUN THERE, or not right: never recommended", failures()));
        text.append(tooMuch());
        text.append(nothing());
        found.gaps()
                .forEach(gap -> text.append("\n%s: %s%n  %s%n".formatted(gap.backend(), gap.reason(), gap.command())));
        notes().forEach(note -> text.append(note).append('\n'));
        return text.toString().stripTrailing();
    }

    private String head() {
        long tried = judged.judged().stream()
                .filter(each -> !(each.candidate().standing() instanceof Standing.Unmeasured))
                .count();
        return "%s within %s, on this machine%nlooked at %s on %s: %s, %s of these tried here%n"
                .formatted(
                        found.task(),
                        judged.limits().stream()
                                .map(limit -> "%s ≤ %s"
                                        .formatted(
                                                limit.quantity().word(),
                                                Judgement.text(
                                                        limit.most(),
                                                        limit.quantity().unit())))
                                .collect(Collectors.joining(", ")),
                        Figures.counted(found.models().size(), "model"),
                        Figures.counted(found.targets(), "target"),
                        Figures.counted(judged.judged().size(), "pair"),
                        Figures.whole(tried));
    }

    private static String section(String title, String body) {
        return body.isEmpty() ? "" : "\n%s%n%s".formatted(title, body);
    }

    private String fits(Fit fit) {
        List<Judgement> rows = judged.of(fit);
        if (rows.isEmpty()) {
            return "";
        }
        List<String> head = new ArrayList<>(List.of("MODEL", "TARGET"));
        columns.forEach(quantity -> head.add(quantity.word().toUpperCase(Locale.ROOT)));
        head.addAll(List.of("TIGHTEST", "MEASURED"));
        TextTable table = new TextTable(head.toArray(String[]::new));
        rows.stream().limit(MOST).forEach(row -> {
            List<String> cells = new ArrayList<>(names.of(row.candidate()));
            columns.forEach(quantity -> cells.add(row.candidate()
                    .figure(quantity)
                    .map(figure -> text(figure, quantity))
                    .orElse("-")));
            cells.add(row.tightest()
                    .map(tight -> "%s %s".formatted(tight.quantity().word(), Figures.percent(tight.share())))
                    .orElse("-"));
            cells.add(when(row.candidate()));
            table.row(cells.toArray(String[]::new));
        });
        return table + more(rows.size());
    }

    private static String more(int rows) {
        return rows > MOST ? "… and %s more: --json has all%n".formatted(Figures.whole(rows - MOST)) : "";
    }

    private static String text(Figure figure, Quantity quantity) {
        if (figure instanceof Figure.Measured measured) {
            return Judgement.text(measured.value(), quantity.unit());
        }
        if (figure instanceof Figure.Predicted predicted) {
            String high = Judgement.text(predicted.high(), quantity.unit());
            return predicted.middle().isPresent()
                    ? "~%s (to %s)".formatted(Judgement.text(predicted.middle().getAsDouble(), quantity.unit()), high)
                    : "~ at most " + high;
        }
        return "-";
    }

    private static String when(Candidate candidate) {
        return candidate.standing() instanceof Standing.Right right
                ? Stream.concat(
                                Stream.of(LocalDate.ofInstant(right.at(), ZoneOffset.UTC)
                                        .toString()),
                                right.notes().stream())
                        .collect(Collectors.joining(", "))
                : "-";
    }

    /** With what each said in the document alone. */
    private String failures() {
        Map<List<String>, List<String>> models = new LinkedHashMap<>();
        for (Judgement row : judged.of(Fit.DOES_NOT_RUN)) {
            List<String> place = names.of(row.candidate());
            String how = row.candidate().standing() instanceof Standing.Fails fails ? fails.how() : "";
            models.computeIfAbsent(List.of(place.get(1), how), key -> new ArrayList<>())
                    .add(place.get(0));
        }
        TextTable table = new TextTable("TARGET", "ENDED", "MODELS");
        models.forEach((ended, of) -> table.row(ended.get(0), ended.get(1), String.join(", ", of)));
        return models.isEmpty() ? "" : table.toString();
    }

    private String tooMuch() {
        int count = judged.of(Fit.TOO_MUCH).size();
        return count == 0
                ? ""
                : "\n%s beyond a limit: %s%n"
                        .formatted(
                                count == 1 ? "1 pair is" : Figures.whole(count) + " pairs are",
                                judged.limits().stream()
                                        .filter(limit -> judged.beyond(limit) > 0)
                                        .map(limit -> "%s %s"
                                                .formatted(
                                                        Figures.whole(judged.beyond(limit)),
                                                        limit.quantity().word()))
                                        .collect(Collectors.joining(", ")));
    }

    private String nothing() {
        if (!judged.of(Fit.MEASURED).isEmpty() || !judged.of(Fit.PREDICTED).isEmpty()) {
            return "";
        }
        return "\nNothing fits for sure%s%n"
                .formatted(judged.nearestMiss()
                        .map(miss -> ". The nearest miss is %s: %s"
                                .formatted(
                                        String.join(" on ", names.of(miss.candidate())),
                                        String.join(", ", miss.reasons())))
                        .orElse(
                                judged.judged().isEmpty()
                                        ? ": no pair was there to look at"
                                        : ": see the tables above"));
    }

    /** What figures count and rest on, of those that are shown. */
    private Set<String> notes() {
        Set<String> notes = new LinkedHashSet<>();
        boolean predicted = !judged.of(Fit.PREDICTED).isEmpty();
        for (Judgement each : judged.judged()) {
            if (each.fit() == Fit.TOO_MUCH || each.fit() == Fit.DOES_NOT_RUN) {
                continue;
            }
            for (Quantity quantity : columns) {
                Figure figure = each.candidate().figure(quantity).orElseThrow();
                if (figure instanceof Figure.Measured measured && quantity.unit() == Quantity.Unit.BYTES) {
                    notes.add("%s: %s".formatted(quantity.word(), measured.source()));
                } else if (figure instanceof Figure.Predicted expected && quantity != Quantity.MEDIAN) {
                    notes.add("~ %s, %s: %s"
                            .formatted(
                                    quantity.word(), names.of(each.candidate()).get(1), expected.basis()));
                }
            }
        }
        Set<String> all = new LinkedHashSet<>();
        if (!notes.isEmpty() || predicted) {
            all.add("");
        }
        if (predicted) {
            all.add(
                    "~ predicted from what other models took, as the machine was then; a median is no higher than (to …) in at least %.0f of 100 cases"
                            .formatted(100 * found.level()));
        }
        all.addAll(notes);
        return all;
    }
}
