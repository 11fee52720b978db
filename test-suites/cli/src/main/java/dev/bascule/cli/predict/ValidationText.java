package dev.bascule.cli.predict;

import dev.bascule.cli.output.TextTable;
import dev.bascule.prediction.validate.Coverage;
import dev.bascule.prediction.validate.ErrorSummary;
import dev.bascule.prediction.validate.Scheme;
import dev.bascule.prediction.validate.ValidationReport;
import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.OptionalDouble;

/** A validation for people. Stateless. */
final class ValidationText {
    private static final double LEVEL = 0.9;

    private ValidationText() {}

    static String of(ValidationReport report) {
        return report.undisturbed()
                .map(minima -> "Median: what sessions usually take\n%s\n\nMinimum: what a quiet machine would take\n%s"
                        .formatted(figure(report), figure(minima)))
                .orElseGet(() -> figure(report));
    }

    private static String figure(ValidationReport report) {
        ValidationReport.Data data = report.data();
        StringBuilder text = new StringBuilder("%s of %s on %s, %s in %s; errors are shares of the measured time%n"
                .formatted(
                        Figures.counted(data.models(), "model"),
                        Figures.counted(data.architectures(), "architecture"),
                        Figures.counted(data.targets(), "target"),
                        Figures.counted(data.observations(), "time"),
                        Figures.counted(data.sessions(), "session")));
        for (Scheme scheme : Scheme.values()) {
            List<ValidationReport.Result> rows = report.results().stream()
                    .filter(result ->
                            result.scheme() == scheme && result.target().isEmpty())
                    .toList();
            if (!rows.isEmpty()) {
                text.append('\n').append(capital(scheme.words())).append('\n').append(table(rows));
            }
        }
        report.notes().forEach(note -> text.append('\n').append(capital(note)).append('\n'));
        text.append("\nWhich method answers\n");
        report.choice()
                .forEach(choice ->
                        text.append("  %s %s: %s%n".formatted(choice.level(), choice.method(), choice.why())));
        if (!report.layers().isEmpty()) {
            text.append(
                    "\nWhich layers pay on which machine; what does not lower the error beyond its noise is left out\n");
            report.layers().forEach(layer -> text.append(LayerText.line(layer)));
        }
        report.later().ifPresent(later -> text.append('\n').append(later(later)));
        text.append("\nNoise between sessions\n").append(noise(report.targets()));
        return text.toString().stripTrailing();
    }

    private static String capital(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String table(List<ValidationReport.Result> rows) {
        TextTable table = new TextTable(
                "METHOD",
                "LEVEL",
                "TIMES",
                "MEDIAN",
                "MEAN",
                "90 % BELOW",
                "WITHIN 15 %",
                "90 % INTERVALS HOLD",
                "± MEDIAN");
        rows.forEach(row -> {
            ErrorSummary errors = row.errors();
            Coverage coverage = row.coverage().stream()
                    .filter(one -> one.level() == LEVEL)
                    .findFirst()
                    .orElseThrow();
            table.row(
                    row.method() + (row.baseline() ? " (baseline)" : ""),
                    row.level().name(),
                    Integer.toString(errors.trials()),
                    percent(errors.median()),
                    percent(errors.mean()),
                    percent(errors.p90()),
                    percent(errors.within15().share()),
                    held(coverage),
                    coverage.halfWidth().isPresent()
                            ? percent(coverage.halfWidth().getAsDouble())
                            : "-");
        });
        return table.toString();
    }

    private static String held(Coverage coverage) {
        return coverage.held()
                .map(limits -> "%.0f %% (%.0f to %.0f)%s"
                        .formatted(
                                100 * limits.share(),
                                100 * limits.low(),
                                100 * limits.high(),
                                coverage.isAlarm() ? ", too few" : ""))
                .orElse(coverage.reason());
    }

    private static String later(ValidationReport.Later later) {
        StringBuilder text =
                new StringBuilder("Sessions from %s on, foretold by those before%n".formatted(later.moment()));
        TextTable table = new TextTable("METHOD", "LEVEL", "TIMES", "MEDIAN", "MEAN", "90 % INTERVALS HOLD");
        later.errors()
                .forEach(row -> table.row(
                        row.method(),
                        row.level().name(),
                        Integer.toString(row.errors().trials()),
                        percent(row.errors().median()),
                        percent(row.errors().mean()),
                        held(row.coverage())));
        text.append(table);
        if (later.errors().stream().anyMatch(row -> row.coverage().isAlarm())) {
            text.append("Alarm: intervals hold less often than they claim. The machine is not what it was: measure anew"
                    + " (bascule collect).\n");
        }
        return text.toString();
    }

    private static String noise(List<ValidationReport.Noise> targets) {
        TextTable table = new TextTable("TARGET", "MODELS", "SESSIONS", "NOISE");
        targets.forEach(target -> table.row(
                target.target().label(),
                Integer.toString(target.models()),
                Integer.toString(target.sessions()),
                floor(target.floor())));
        return table.toString();
    }

    private static String floor(OptionalDouble floor) {
        return floor.isPresent() ? "%.1f %%".formatted(100 * floor.getAsDouble()) : "no model was measured twice";
    }

    private static String percent(double share) {
        return "%.1f %%".formatted(100 * share);
    }
}
