package dev.bascule.cli.select;

import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.select.Candidate;
import dev.bascule.studies.select.Configuration;
import dev.bascule.studies.select.Finding;
import dev.bascule.studies.select.FrontPoint;
import dev.bascule.studies.select.FrontPoint.Verification;
import dev.bascule.studies.select.Objective;
import dev.bascule.studies.select.Outlook;
import dev.bascule.studies.select.SelectReport;
import dev.bascule.studies.select.SelectStudy;
import dev.bascule.studies.select.Undecided;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A selection for people. Stateless. */
final class SelectText {
    private SelectText() {}

    static String of(SelectReport report) {
        StringBuilder text = new StringBuilder();
        SelectStudy.Result result = report.result();
        text.append(answer(report)).append('\n');
        text.append(table("CANDIDATE", result.findings(), report.objective(), true));
        if (result.configurations().stream().anyMatch(each -> each.fate() != Finding.Fate.NOT_TRIED)) {
            text.append(table("CONFIGURATION", result.configurations(), report.objective(), false));
        } else if (!result.configurations().isEmpty()) {
            text.append("not tried, for the budget was over: %s of the best\n"
                    .formatted(Figures.counted(result.configurations().size(), "other configuration")));
        }
        if (!result.front().isEmpty()) {
            text.append(front(result.front(), report.objective()));
        }
        result.races()
                .forEach(race -> race.undecided()
                        .forEach(each -> text.append(undecided(each)).append('\n')));
        text.append("prepared in %s, tried and raced for %s%s, ran again for %s"
                .formatted(
                        seconds(report.prepared()),
                        seconds(result.spent()),
                        result.rounds() == 0 ? "" : " (%s)".formatted(Figures.counted(result.rounds(), "round")),
                        seconds(result.verifying())));
        return text.toString();
    }

    /** In one sentence, for code as well. */
    static String answer(SelectReport report) {
        return report.chosen()
                .flatMap(chosen -> chosen.measured()
                        .map(measured -> "%s: %s for %s, %s %s; %s%s"
                                .formatted(
                                        report.model(),
                                        chosen.candidate().label(),
                                        report.objective().word(),
                                        cost(measured.cost(), report.objective()),
                                        "measured just now",
                                        report.ending().words(),
                                        narrow(chosen.candidate(), measured))))
                .orElseGet(
                        () -> "%s: %s".formatted(report.model(), report.ending().words()));
    }

    /** What an answer in fewer bits is held to: nobody shall take it for one that is as right as the others. */
    private static String narrow(Candidate candidate, Finding.Measured measured) {
        return candidate.configuration().isNarrow()
                ? "; outputs held to %.0f %% only, off by %s"
                        .formatted(
                                100 * Configuration.NARROW,
                                measured.deviation().isPresent() ? off(measured.deviation()) : "an unknown share")
                : "";
    }

    private static TextTable table(String title, List<Finding> findings, Objective objective, boolean expected) {
        // The figure of latency is the median.
        boolean median = objective != Objective.LATENCY;
        TextTable table = new TextTable(cells(
                title,
                "",
                figure(objective),
                median ? Optional.of("MEDIAN") : Optional.empty(),
                List.of("P95", "TO CHOSEN", "GROWS BY"),
                expected ? Optional.of("EXPECTED") : Optional.empty(),
                "WHY"));
        findings.forEach(finding -> table.row(cells(
                finding.candidate().label(),
                finding.fate().words(),
                finding.measured().map(each -> cost(each.cost(), objective)).orElse("-"),
                median
                        ? Optional.of(finding.measured()
                                .map(each -> Figures.millis(each.median()))
                                .orElse("-"))
                        : Optional.empty(),
                List.of(
                        finding.measured().map(SelectText::tail).orElse("-"),
                        finding.measured()
                                .flatMap(Finding.Measured::toChosen)
                                .map(SelectText::ratio)
                                .orElse("-"),
                        finding.measured().map(each -> bytes(each.memory())).orElse("-")),
                expected ? Optional.of(expected(finding.outlook())) : Optional.empty(),
                finding.note())));
        return table;
    }

    /** With what it surely stays below. */
    private static String tail(Finding.Measured measured) {
        if (measured.p95().isEmpty()) {
            return "-";
        }
        String estimate = Figures.millis(measured.p95().getAsDouble());
        return measured.tail().isPresent()
                ? "%s (≤ %s)".formatted(estimate, Figures.millis(measured.tail().getAsDouble()))
                : estimate;
    }

    private static String[] cells(
            String label,
            String fate,
            String cost,
            Optional<String> median,
            List<String> rest,
            Optional<String> expected,
            String why) {
        return Stream.of(
                        Stream.of(label, fate, cost), median.stream(), rest.stream(), expected.stream(), Stream.of(why))
                .flatMap(cells -> cells)
                .toArray(String[]::new);
    }

    /** What nothing is surely better than in all of three things. */
    private static TextTable front(List<FrontPoint> front, Objective objective) {
        TextTable table =
                new TextTable("FRONT", figure(objective), "95 % INTERVAL", "GROWS BY", "OFF BY", "RUN AGAIN", "");
        front.forEach(each -> table.row(
                each.candidate().label(),
                cost(each.measured().cost(), objective),
                each.measured()
                        .costInterval()
                        .map(interval -> interval(interval, objective))
                        .orElse("-"),
                bytes(each.measured().memory()),
                off(each.measured().deviation()),
                again(each.verification(), objective),
                each.verification().words()));
        return table;
    }

    private static String again(Verification verification, Objective objective) {
        if (verification instanceof Verification.Verified verified) {
            return cost(verified.cost(), objective);
        }
        return verification instanceof Verification.Differed differed ? cost(differed.cost(), objective) : "-";
    }

    private static String off(OptionalDouble deviation) {
        return deviation.isPresent() ? "%.2g".formatted(deviation.getAsDouble()) : "-";
    }

    private static String interval(Interval interval, Objective objective) {
        return "%s to %s".formatted(cost(interval.low(), objective), cost(interval.high(), objective));
    }

    private static String undecided(Undecided undecided) {
        return "to tell %s from %s: %s"
                .formatted(
                        undecided.candidate().label(),
                        undecided.from().label(),
                        undecided
                                .more()
                                .map(more -> "about %s more, %s, %s"
                                        .formatted(
                                                Figures.counted(more.rounds(), "round"),
                                                seconds(more.time()),
                                                undecided.why()))
                                .orElse(undecided.why()));
    }

    private static String figure(Objective objective) {
        return switch (objective) {
            case LATENCY -> "LATENCY";
            case P95 -> "95TH";
            case THROUGHPUT -> "TIME AN ITEM";
            case MEMORY -> "MEMORY";
            case ENERGY -> "ENERGY";
        };
    }

    static String cost(double cost, Objective objective) {
        return switch (objective) {
            case LATENCY, P95, THROUGHPUT -> Figures.millis(cost);
            case MEMORY -> ByteSizes.text((long) cost);
            case ENERGY -> "%.3g J".formatted(cost);
        };
    }

    private static String bytes(OptionalLong bytes) {
        return bytes.isPresent() ? ByteSizes.text(bytes.getAsLong()) : "-";
    }

    private static String ratio(Ratio ratio) {
        return ratio.ci95()
                .map(ci -> "%.2f (%.2f to %.2f)".formatted(ratio.value(), ci.low(), ci.high()))
                .orElse("%.2f".formatted(ratio.value()));
    }

    private static String expected(Outlook outlook) {
        if (!(outlook instanceof Outlook.Expected expected)) {
            return "-";
        }
        if (expected.measured()) {
            return "%s, measured before".formatted(Figures.millis(expected.millis()));
        }
        return expected.low() > 0 && expected.high() < Double.POSITIVE_INFINITY
                ? "~%s (%s to %s)"
                        .formatted(
                                Figures.millis(expected.millis()),
                                Figures.millis(expected.low()),
                                Figures.millis(expected.high()))
                : "~" + Figures.millis(expected.millis());
    }

    private static String seconds(Duration time) {
        return "%.1f s".formatted(time.toMillis() / 1e3);
    }
}
