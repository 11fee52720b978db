package dev.bascule.reports.export;

import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.Usage;
import dev.bascule.reports.format.MarkdownText;
import dev.bascule.reports.format.UsageText;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the timed cells cost the machine, in Markdown: a row for each, and once why a column is empty. Stateless. */
final class MarkdownUsage {
    private static final List<String> HEADS = List.of(
            "model",
            "on",
            "processors",
            "others",
            "machine busy",
            "frequency",
            "temperature",
            "energy each inference",
            "throttling");

    private MarkdownUsage() {}

    static void write(MarkdownPage page, Matrix matrix) {
        List<List<String>> rows = new ArrayList<>();
        Set<String> reasons = new LinkedHashSet<>();
        for (MatrixCell cell : matrix.inOrder()) {
            Optional<Usage> known = cell.decisive()
                    .measured()
                    .usage()
                    .filter(usage -> cell.summary().isPresent());
            known.ifPresent(usage -> rows.add(row(cell, usage, reasons)));
        }
        if (rows.isEmpty()) {
            return;
        }
        page.heading(2, "What it cost the machine");
        page.table(HEADS, rows);
        page.line(
                "Of the timed inferences alone. Processors: how many the runner's processes kept busy; others: how many"
                        + " everybody else did; energy: of all that runs on the parts that have a counter.");
        reasons.forEach(reason -> page.line("- " + MarkdownText.text(reason)));
    }

    private static List<String> row(MatrixCell cell, Usage usage, Set<String> reasons) {
        return List.of(
                MarkdownText.text(cell.run().model().name()),
                MarkdownText.text(cell.run().chain().toString()),
                figure(usage, Subjects.PROCESSES, Quantity.CPU_CORES, reasons),
                figure(usage, Subjects.OTHERS, Quantity.CPU_CORES, reasons),
                figure(usage, Subjects.MACHINE, Quantity.CPU_UTILIZATION, reasons),
                figure(usage, Subjects.CPU, Quantity.FREQUENCY_MEDIAN, reasons),
                figure(usage, Subjects.CPU, Quantity.TEMPERATURE_MAX, reasons),
                figure(usage, Subjects.TOTAL, Quantity.ENERGY_PER_INFERENCE, reasons),
                MarkdownText.text(UsageText.verdict(usage.throttling())));
    }

    private static String figure(Usage usage, String subject, Quantity quantity, Set<String> reasons) {
        Reading<Double> reading = usage.reading(subject, quantity);
        if (!reading.isKnown()) {
            reasons.add("no %s: %s".formatted(UsageText.words(quantity), reading.words()));
        }
        return reading.optional().map(value -> UsageText.value(quantity, value)).orElse("–");
    }
}
