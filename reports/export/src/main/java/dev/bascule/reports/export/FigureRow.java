package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.format.CheckCoverageText;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.format.MarkdownText;
import dev.bascule.reports.matrix.MatrixCell;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** A cell's figures as a row of a Markdown table. Stateless. */
final class FigureRow {
    static final List<String> HEADS = List.of(
            "model",
            "on",
            "create",
            "first",
            "median",
            "95 % interval",
            "p90",
            "p99",
            "n",
            "max abs",
            "max ULP",
            "cosine",
            "tolerance",
            "rests on");

    private FigureRow() {}

    static List<String> of(MatrixCell cell) {
        Attempt attempt = cell.decisive();
        Optional<Summary> summary = cell.summary();
        Optional<Numerics> numerics = attempt.numerics();
        return List.of(
                MarkdownText.text(cell.run().model().name()),
                MarkdownText.text(cell.run().chain().toString())
                        + cell.reached().map(backend -> " (" + backend + ")").orElse(""),
                phase(attempt.measured().phases().create()),
                phase(attempt.measured().phases().first()),
                summary.map(s -> Figures.millis(s.median())).orElse("–"),
                summary.flatMap(Summary::ci95)
                        .map(ends -> Figures.millis(ends.low()) + " – " + Figures.millis(ends.high()))
                        .orElse("–"),
                summary.map(Summary::p90).map(FigureRow::millis).orElse("–"),
                summary.map(Summary::p99).map(FigureRow::millis).orElse("–"),
                summary.map(s -> Figures.whole(s.n())).orElse("–"),
                numerics.map(n -> Figures.scientific(n.difference().maxAbs())).orElse("–"),
                numerics.map(n -> n.difference().maxUlp())
                        .filter(OptionalDouble::isPresent)
                        .map(ulp -> Figures.scientific(ulp.getAsDouble()))
                        .orElse("–"),
                numerics.map(n -> n.difference().cosine())
                        .filter(OptionalDouble::isPresent)
                        .map(cosine -> String.format(Locale.ROOT, "%.7f", cosine.getAsDouble()))
                        .orElse("–"),
                numerics.map(n -> MarkdownText.text(Figures.tolerance(n.tolerance())) + " ("
                                + MarkdownText.text(n.tolerance().basis()) + ")")
                        .orElse("–"),
                numerics.flatMap(Numerics::checked)
                        .map(checked -> MarkdownText.text(CheckCoverageText.whole(checked)))
                        .orElse("–"));
    }

    private static String phase(Optional<Duration> duration) {
        return duration.map(Figures::duration).orElse("–");
    }

    private static String millis(OptionalDouble value) {
        return value.isPresent() ? Figures.millis(value.getAsDouble()) : "–";
    }
}
