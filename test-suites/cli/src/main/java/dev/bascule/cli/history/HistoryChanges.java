package dev.bascule.cli.history;

import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.SeriesText;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.change.CellSeries;
import dev.bascule.reports.change.EDivisive;
import dev.bascule.reports.change.SeriesAnalysis;
import dev.bascule.reports.change.SeriesDocument;
import dev.bascule.reports.change.SeriesReport;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.comparison.CellSelector.Key;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.selection.HistorySeries;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What changed in the history, cell by cell. Stateless. */
final class HistoryChanges {
    /** What series can be chosen by: they are over all runs and versions. */
    private static final Set<Key> KNOWN =
            EnumSet.of(Key.SIDE, Key.BACKEND, Key.BROWSER, Key.MACHINE, Key.MODEL, Key.SUITE, Key.SINCE, Key.UNTIL);

    private HistoryChanges() {}

    /**
     * The analyzed series of the cells that are chosen.
     *
     * @throws BasculeException where there are none
     */
    static List<SeriesReport> of(History history, Optional<CellSelector> chosen, long seed) {
        chosen.ifPresent(HistoryChanges::refuse);
        EDivisive.Settings usual = EDivisive.Settings.DEFAULT;
        EDivisive.Settings settings = new EDivisive.Settings(usual.level(), usual.permutations(), usual.least(), seed);
        List<CellSeries> series = HistorySeries.of(history, query(chosen)).stream()
                .filter(each -> chosen.map(selector -> matches(each, selector)).orElse(true))
                .filter(each -> each.points().size() > 1)
                .toList();
        List<SeriesReport> reports = SeriesAnalysis.analyze(series, settings);
        if (reports.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no cell%s was measured in more than one run"
                            .formatted(chosen.map(selector -> " of '" + selector.name() + "'")
                                    .orElse("")),
                    "bascule run");
        }
        return reports;
    }

    private static void refuse(CellSelector selector) {
        boolean other = selector.terms().stream().anyMatch(term -> !KNOWN.contains(term.key()));
        if (selector.run().isPresent() || other) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' chooses runs or versions, but a series goes over all of them".formatted(selector.name()),
                    "bascule compare --over-time model=resnet,backend=wasm,since=2026-11-01");
        }
    }

    private static MatrixQuery query(Optional<CellSelector> chosen) {
        MatrixQuery.Builder query = MatrixQuery.builder().page(0, MatrixQuery.MOST_ROWS);
        chosen.flatMap(CellSelector::suite).ifPresent(query::suite);
        chosen.flatMap(CellSelector::since).ifPresent(query::since);
        chosen.flatMap(CellSelector::until).ifPresent(query::until);
        chosen.stream().flatMap(selector -> selector.terms().stream()).forEach(term -> {
            if (term.key() == Key.MODEL) {
                query.text(term.value());
            } else if (term.key() == Key.BACKEND) {
                query.backends(term.value().split("->|→")[0]);
            }
        });
        return query.build();
    }

    private static boolean matches(CellSeries series, CellSelector selector) {
        boolean inBrowser = series.target().contains(" in ");
        return selector.terms().stream().allMatch(term -> switch (term.key()) {
            case SIDE -> term.value().equals("browser") == inBrowser;
            case BACKEND ->
                series.target().equals(term.value().replace("->", "→"))
                        || series.target().startsWith(term.value().replace("->", "→") + " ");
            case BROWSER ->
                inBrowser
                        && List.of(term.value().toLowerCase(Locale.ROOT).split("[- _]+")).stream()
                                .allMatch(series.target().toLowerCase(Locale.ROOT)::contains);
            case MACHINE -> series.machine().startsWith(term.value().toLowerCase(Locale.ROOT));
            case BROWSER_VERSION, ENGINE, ENGINE_VERSION, DEVICE, MODEL, SUITE, SINCE, UNTIL, LAST -> true;
        });
    }

    static void print(List<SeriesReport> reports, boolean json, Console console) {
        if (json) {
            JsonText.print(console, SeriesDocument.of(reports));
        } else {
            console.print(SeriesText.render(reports, console.terminal().width(), console.outStyle()));
        }
    }
}
