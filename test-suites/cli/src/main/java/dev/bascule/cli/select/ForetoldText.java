package dev.bascule.cli.select;

import dev.bascule.cli.output.TextTable;
import dev.bascule.prediction.select.Foretold;
import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.Optional;

/** An answer by what is known, for people. Stateless. */
final class ForetoldText {
    private static final String TOLD = "told by data, without samples";

    private ForetoldText() {}

    static String of(ForetoldSelection selection) {
        Optional<Foretold> chosen = selection.choice().chosen();
        StringBuilder text = new StringBuilder();
        text.append(chosen.map(each -> "%s: %s by what is known, %s"
                                .formatted(selection.model(), each.target().label(), basis(each)))
                        .orElse("%s: no target is known to run it, or expected to without doubt"
                                .formatted(selection.model())))
                .append('\n');
        TextTable table = new TextTable("TARGET", "", "MEASURED", "PREDICTED", "INTERVAL", "WHY");
        chosen.ifPresent(each -> row(table, each, "chosen"));
        rows(table, selection.choice().rivals(), "may be as good");
        rows(table, selection.choice().others(), "");
        text.append(table);
        if (chosen.isPresent() && !selection.choice().rivals().isEmpty()) {
            text.append("%s may be as good: --budget 10s races them"
                    .formatted(Figures.counted(selection.choice().rivals().size(), "other")));
        }
        return text.toString().stripTrailing();
    }

    private static String basis(Foretold each) {
        return each.knowledge() instanceof Foretold.Measured
                ? "measured"
                : each.knowledge() instanceof Foretold.Told ? TOLD : "predicted, not tried";
    }

    private static void rows(TextTable table, List<Foretold> targets, String word) {
        targets.forEach(each -> row(table, each, word));
    }

    private static void row(TextTable table, Foretold each, String word) {
        if (each.knowledge() instanceof Foretold.Measured measured) {
            table.row(each.target().label(), word, Figures.millis(measured.millis()), "-", "-", "");
        } else if (each.knowledge() instanceof Foretold.Told told) {
            table.row(each.target().label(), word, "-", Figures.millis(told.millis()), "-", TOLD);
        } else if (each.knowledge() instanceof Foretold.Predicted predicted) {
            table.row(
                    each.target().label(),
                    predicted.doubt().isPresent() ? "may fail" : word,
                    "-",
                    "~" + Figures.millis(predicted.time().millis()),
                    predicted
                            .time()
                            .interval()
                            .map(ends -> "%s to %s".formatted(Figures.millis(ends.low()), Figures.millis(ends.high())))
                            .orElse("-"),
                    predicted.doubt().orElse(predicted.time().regime().words()));
        } else {
            table.row(each.target().label(), "", "-", "-", "-", ((Foretold.Excluded) each.knowledge()).reason());
        }
    }
}
