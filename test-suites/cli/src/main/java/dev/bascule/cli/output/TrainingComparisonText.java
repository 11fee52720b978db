package dev.bascule.cli.output;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.comparison.Estimate;
import dev.bascule.reports.comparison.SpeedFinding;
import dev.bascule.reports.comparison.training.AccuracyDifference;
import dev.bascule.reports.comparison.training.PlaceComparison;
import dev.bascule.reports.comparison.training.TrainingComparison;
import dev.bascule.reports.comparison.training.TrainingPair;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.training.ReferenceConvergence;
import dev.bascule.reports.training.TrainingRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A comparison of trainings for a terminal: verdicts that changed, a row for each seed, a sentence for each place. Stateless. */
public final class TrainingComparisonText {
    private TrainingComparisonText() {}

    /** All of it. */
    public static String render(TrainingComparison comparison, int width, Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.faint("A  " + comparison.baseline()));
        lines.add(style.faint("B  " + comparison.candidate()));
        lines.add(style.faint("   " + comparison.task()));
        lines.add("");
        int before = lines.size();
        comparison.places().forEach(place -> place.pairs().forEach(pair -> change(lines, place, pair, style)));
        if (lines.size() > before) {
            lines.add("");
        }
        lines.add(table(comparison).stripTrailing());
        lines.add("");
        for (PlaceComparison place : comparison.places()) {
            add(lines, width, "%s: %s".formatted(place.place(), speed(place.speed(), style)));
            add(lines, width, "%s: %s".formatted(place.place(), steps(place.steps(), comparison.target(), style)));
            place.accuracy()
                    .ifPresent(accuracy -> add(
                            lines,
                            width,
                            "%s: accuracy %s".formatted(place.place(), accuracy(accuracy, place.accuracyP()))));
        }
        if (!comparison.sameMachine()) {
            add(lines, width, "Not one machine that is known: a difference of speed is no regression.");
        }
        comparison.differences().forEach(each -> add(lines, width, "A and B differ in " + each.words()));
        comparison.onlyBaseline().forEach(each -> add(lines, width, "only A has " + each));
        comparison.onlyCandidate().forEach(each -> add(lines, width, "only B has " + each));
        comparison.regressions().forEach(each -> add(lines, width, style.bad("! ") + each));
        add(
                lines,
                width,
                style.faint(
                        "Samples/s are a batch over the median step with its feed, of which 'a step takes' is the ratio, over the seeds by its mean logarithm. Losses that differ are no fault: rounding grows. P is corrected by Holm over the places; a difference of speed is claimed below %s, of steps and accuracy at %s."
                                .formatted(comparison.options().level(), ReferenceConvergence.LEVEL)));
        return String.join("\n", lines) + "\n";
    }

    private static void change(List<String> lines, PlaceComparison place, TrainingPair pair, Style style) {
        pair.change()
                .ifPresent(kind -> lines.add("%s → %s  %s, seed %d: %s%s"
                        .formatted(
                                style.verdict(pair.baseline().found().verdict()),
                                style.verdict(pair.candidate().found().verdict()),
                                place.place(),
                                pair.seed(),
                                TrainingComparison.words(
                                        kind, pair.candidate().found().verdict()),
                                pair.why().map(why -> ": " + why).orElse(""))));
    }

    private static String table(TrainingComparison comparison) {
        TextTable table =
                new TextTable("ON", "SEED", "A", "B", "LOSSES", "ACCURACY A", "B", "B−A (95 %)", "SAMPLES/S A", "B");
        for (PlaceComparison place : comparison.places()) {
            for (TrainingPair pair : place.pairs()) {
                table.row(
                        place.place(),
                        String.valueOf(pair.seed()),
                        pair.baseline().found().verdict().name(),
                        pair.candidate().found().verdict().name(),
                        TrainingComparison.words(pair).orElse("-"),
                        accuracy(pair.baseline()),
                        accuracy(pair.candidate()),
                        pair.accuracy()
                                .map(accuracy -> points(accuracy.difference(), accuracy.ci95()))
                                .orElse("-"),
                        samples(pair.baseline()),
                        samples(pair.candidate()));
            }
        }
        return table.toString();
    }

    /** With the step: of runs that went on or ended otherwise, the last looks are after different ones. */
    private static String accuracy(TrainingRun run) {
        return run.last()
                .map(look -> "%s after %d".formatted(Figures.accuracy(look.accuracy()), look.step()))
                .orElse("-");
    }

    private static String samples(TrainingRun run) {
        OptionalDouble speed = run.samplesPerSecond();
        return speed.isPresent() ? Figures.significant(speed.getAsDouble()) : "-";
    }

    /** In points of a hundred. */
    private static String points(double difference, Interval ends) {
        return String.format(
                Locale.ROOT, "%+.1f (%+.1f to %+.1f)", 100 * difference, 100 * ends.low(), 100 * ends.high());
    }

    private static String speed(PlaceComparison.Speed speed, Style style) {
        return speed.estimate()
                .map(estimate -> "%s: a step takes %s%s (p %s); %s"
                        .formatted(
                                painted(speed.finding(), style),
                                Figures.times(estimate.ratio()),
                                ends(estimate),
                                Figures.significant(speed.adjustedP()),
                                speed.why()))
                .orElseGet(() -> "speed %s: %s".formatted(speed.finding().words(), speed.why()));
    }

    private static String ends(Estimate estimate) {
        return " (%s–%s)"
                .formatted(
                        Figures.significant(estimate.ci95().low()),
                        Figures.significant(estimate.ci95().high()));
    }

    private static String painted(SpeedFinding finding, Style style) {
        return switch (finding) {
            case FASTER -> style.good(finding.words());
            case SLOWER -> style.bad(finding.words());
            default -> finding.words();
        };
    }

    private static String steps(PlaceComparison.Steps steps, OptionalDouble target, Style style) {
        String what = target.isPresent()
                ? "steps to an accuracy of " + Figures.percent(target.getAsDouble())
                : "steps to an accuracy";
        String left = steps.leftOut() == 0 ? "" : "; %s left out".formatted(Figures.counted(steps.leftOut(), "seed"));
        return steps.convergence()
                .map(found -> "%s: %s%s (p %s); A came there with %d of %s, B with %d%s"
                        .formatted(
                                what,
                                words(found, steps.adjustedP(), style),
                                found.ratio().isPresent()
                                        ? ", the median "
                                                + Figures.times(found.ratio().getAsDouble())
                                        : "",
                                Figures.significant(steps.adjustedP()),
                                found.referenceReached(),
                                Figures.counted(found.referenceOf(), "seed"),
                                found.reached(),
                                left))
                .orElseGet(() ->
                        "%s are not compared: %s%s".formatted(what, steps.why().orElse("unknown"), left));
    }

    private static String words(ReferenceConvergence found, double adjustedP, Style style) {
        boolean shown = adjustedP <= ReferenceConvergence.LEVEL;
        return switch (found.verdict()) {
            case TOO_FEW_SEEDS -> "too few seeds to tell, six are the fewest";
            case AS_THE_REFERENCE -> "no difference shown";
            case TOO_SLOW -> shown ? style.bad("later") : "no difference shown";
            case TOO_FAST -> shown ? "sooner, which is as suspicious" : "no difference shown";
        };
    }

    private static String accuracy(AccuracyDifference accuracy, double adjustedP) {
        return "%s points of a hundred (p %s), %s: %s"
                .formatted(
                        points(accuracy.difference(), accuracy.ci95()),
                        Figures.significant(adjustedP),
                        Figures.counted(accuracy.seeds(), "seed"),
                        accuracy.basis().words());
    }

    private static void add(List<String> lines, int width, String text) {
        lines.add(WrappedText.lines(text, 0, 2, width));
    }
}
