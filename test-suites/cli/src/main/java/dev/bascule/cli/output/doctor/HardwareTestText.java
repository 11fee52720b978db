package dev.bascule.cli.output.doctor;

import dev.bascule.cli.output.Shell;
import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.Verbosity;
import dev.bascule.cli.output.WrappedText;
import dev.bascule.execution.service.HardwareFindings.DeviceResult;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.HardwareTests.Check;
import dev.bascule.execution.service.HardwareTests.Place;
import dev.bascule.execution.service.HardwareTests.Result;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The battery's results: a line of counts, then for each backend what is not right and proven; with {@code -v} every check.
 * Immutable.
 */
record HardwareTestText(Style style, Verbosity verbosity) {
    private static final int WIDTH = 100;
    private static final int CHECK = 8;
    private static final int DETAIL = 12;

    void append(StringBuilder text, HardwareTests tests, List<DeviceResult> results) {
        text.append('\n')
                .append(style.strong("hardware test"))
                .append("  ")
                .append(head(tests))
                .append('\n');
        for (Place place : tests.places()) {
            append(text, place, results);
        }
        if (tests.places().isEmpty()) {
            text.append("    nothing was tested: no backend works here, as the marks above say\n");
        }
        if (!tests.missed().isEmpty()) {
            text.append("    ")
                    .append(style.bad("the judge does not notice what it must: " + String.join("; ", tests.missed())))
                    .append('\n');
        }
    }

    private static String head(HardwareTests tests) {
        String counts = java.util.Arrays.stream(Result.values())
                .filter(result -> tests.count(result) > 0)
                .map(result -> tests.count(result) + " " + word(result))
                .collect(Collectors.joining(", "));
        return "%s on %s in %.0f s: %s%s"
                .formatted(
                        Figures.counted(tests.checks(), "check"),
                        Figures.counted(
                                tests.places().stream()
                                        .filter(place -> !place.checks().isEmpty())
                                        .count(),
                                "backend"),
                        tests.elapsed().toMillis() / 1e3,
                        counts.isEmpty() ? "nothing ran" : counts,
                        tests.interrupted() ? "; stopped before the end" : "");
    }

    private static String word(Result result) {
        return switch (result) {
            case PASS -> "right";
            case WRONG -> "WRONG";
            case ELSEWHERE -> "right, but ran elsewhere";
            case UNSUPPORTED -> "unsupported";
            case FAILED -> "FAILED";
            case CRASHED -> "CRASHED";
            case NOT_RUN -> "not run";
        };
    }

    private void append(StringBuilder text, Place place, List<DeviceResult> results) {
        text.append("    ")
                .append(mark(place))
                .append(String.format(Locale.ROOT, " %-14s", place.backend()))
                .append(place.place())
                .append(place.engine().map(engine -> ", " + engine).orElse(""))
                .append('\n');
        if (place.reason().isPresent()) {
            line(text, "not tested: " + place.reason().get(), CHECK, CHECK);
            return;
        }
        line(
                text,
                place.counts().entrySet().stream()
                        .map(count -> count.getValue() + " " + word(count.getKey()))
                        .collect(Collectors.joining(", ")),
                CHECK,
                CHECK);
        if (place.checks().stream().anyMatch(Check::isProof)
                && results.stream().noneMatch(about -> isOf(about, place))) {
            line(
                    text,
                    "which of the devices above it ran on is not shown: none is marked verified by it",
                    CHECK,
                    CHECK);
        }
        if (verbosity == Verbosity.VERBOSE) {
            place.checks().forEach(check -> whole(text, check));
            ArithmeticText.lines(place.arithmetic()).forEach(words -> line(text, words, CHECK, CHECK + 2));
            return;
        }
        place.checks().stream().filter(check -> check.result().isBad()).forEach(check -> whole(text, check));
        gathered(text, place, Result.ELSEWHERE);
        gathered(text, place, Result.UNSUPPORTED);
        gathered(text, place, Result.NOT_RUN);
        Map<String, List<String>> remarks = new LinkedHashMap<>();
        place.checks().stream()
                .filter(check -> check.result() == Result.PASS)
                .forEach(check -> check.remark()
                        .ifPresent(remark -> remarks.computeIfAbsent(remark, words -> new ArrayList<>())
                                .add(check.id())));
        ArithmeticText.lines(place.arithmetic()).forEach(words -> line(text, words, CHECK, CHECK + 2));
        remarks.forEach((remark, ids) -> line(text, "note: %s (%s)".formatted(remark, ids(ids)), CHECK, CHECK + 2));
    }

    private static boolean isOf(DeviceResult about, Place place) {
        return about.trial().place().equals(place.place())
                && about.trial().backend().equals(place.backend());
    }

    /** Checks that came to the same for the same reason stand in one line. */
    private void gathered(StringBuilder text, Place place, Result result) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        place.checks().stream()
                .filter(check -> check.result() == result)
                .forEach(check -> byReason.computeIfAbsent(
                                ReasonText.brief(
                                        ReasonText.nameless(check.reason().orElse(""))),
                                reason -> new ArrayList<>())
                        .add(check.id()));
        byReason.forEach((reason, ids) ->
                line(text, "%s: %s: %s".formatted(gatheredWord(result), ids(ids), reason), CHECK, CHECK + 2));
    }

    private static String gatheredWord(Result result) {
        return result == Result.ELSEWHERE ? "no proof" : word(result);
    }

    private static String ids(List<String> ids) {
        return String.join(", ", ids);
    }

    private void whole(StringBuilder text, Check check) {
        text.append(" ".repeat(CHECK))
                .append(colored(check.result()))
                .append(' ')
                .append(check.id())
                .append(style.faint("  " + check.title()))
                .append('\n');
        check.reason().ifPresent(reason -> line(text, ReasonText.brief(reason), DETAIL, DETAIL));
        check.difference()
                .filter(difference -> difference.outside() > 0 || verbosity == Verbosity.VERBOSE)
                .ifPresent(difference -> line(
                        text,
                        "largest error %.3g%s; allowed: %s"
                                .formatted(
                                        difference.maxAbs(),
                                        difference
                                                .worst()
                                                .map(worst -> " at %s[%d]".formatted(worst.output(), worst.index()))
                                                .orElse(""),
                                        check.tolerance().orElse("exact")),
                        DETAIL,
                        DETAIL));
        check.ranOn()
                .ifPresent(where -> line(
                        text,
                        "ran on %s (%s)".formatted(where, check.proof().name().toLowerCase(Locale.ROOT)),
                        DETAIL,
                        DETAIL));
        check.remark().ifPresent(remark -> line(text, "note: " + remark, DETAIL, DETAIL));
        check.remedy().ifPresent(remedy -> line(text, "remedy: " + Shell.asCalled(remedy), DETAIL, DETAIL + 8));
    }

    private String colored(Result result) {
        String word = String.format(
                Locale.ROOT, "%-11s", result.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        return switch (result) {
            case PASS -> style.good(word);
            case ELSEWHERE, UNSUPPORTED, NOT_RUN -> style.warning(word);
            case WRONG, FAILED, CRASHED -> style.bad(word);
        };
    }

    private String mark(Place place) {
        if (place.checks().stream().anyMatch(check -> check.result().isBad())) {
            return style.bad("[✗]");
        }
        return place.counts().getOrDefault(Result.PASS, 0) == 0 ? style.warning("[!]") : style.good("[✓]");
    }

    private void line(StringBuilder text, String said, int indent, int next) {
        text.append(" ".repeat(indent))
                .append(style.faint(WrappedText.lines(said, indent, next, WIDTH)))
                .append('\n');
    }
}
