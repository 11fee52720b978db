package dev.bascule.cli.select;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.prediction.feasible.FailedPairs;
import dev.bascule.prediction.interval.ShareLimits;
import dev.bascule.prediction.select.SelectionReport;
import dev.bascule.prediction.select.SelectionValidation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Says how often selecting by the data would have been the best. */
record SelectionCheck(CliContext context, Console console, boolean json) {

    ExitCode run(PredictionData data, long seed) {
        if (data.set().observations().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "there are no data to select by", "bascule collect");
        }
        SelectionReport report =
                SelectionValidation.of(data.set(), FailedPairs.of(data.set(), data.attempts()), seed, console::say);
        if (json) {
            JsonText.print(console, document(report));
        } else {
            console.print(text(report, data.attempts().isEmpty()));
        }
        return ExitCode.OK;
    }

    /** @param rightAlone whether the data have nothing of what failed */
    private static String text(SelectionReport report, boolean rightAlone) {
        StringBuilder text = new StringBuilder();
        for (SelectionReport.Stratum stratum : report.strata()) {
            text.append("%s: %d models of %d architectures, %d targets, %s%n"
                    .formatted(
                            stratum.name(),
                            stratum.models(),
                            stratum.architectures(),
                            stratum.targets(),
                            rightAlone
                                    ? "of failures nothing is known"
                                    : "%d pairs that fail".formatted(stratum.failing())));
            TextTable table = new TextTable(
                    "RACED",
                    "WITHIN 5 % OF THE BEST",
                    "95 % LIMITS",
                    "MEAN LOSS",
                    "95TH",
                    "GAP CLOSED",
                    "FAILED",
                    "NONE");
            row(table, "the one best for others", stratum.constant(), OptionalDouble.empty(), !rightAlone);
            stratum.policies()
                    .forEach(policy -> row(
                            table,
                            policy.raced() == 0 ? "0, by prediction" : Integer.toString(policy.raced()),
                            policy.outcome(),
                            policy.gapClosed(),
                            // Whoever races sees what fails, and does not choose it.
                            policy.raced() == 0 && !rightAlone));
            text.append(table).append('\n');
        }
        text.append(
                "Of models whose architecture no fit saw. A race is taken to tell what sessions differ by less than.");
        return text.toString();
    }

    private static void row(
            TextTable table, String name, SelectionReport.Outcome outcome, OptionalDouble gapClosed, boolean mayFail) {
        ShareLimits hits = outcome.hits();
        table.row(
                name,
                "%.0f %% (%d of %d)".formatted(100 * hits.share(), hits.hits(), hits.of()),
                "%.0f to %.0f %%".formatted(100 * hits.low(), 100 * hits.high()),
                "%.1f %%".formatted(100 * outcome.meanRegret()),
                "%.1f %%".formatted(100 * outcome.p95Regret()),
                gapClosed.isPresent() ? "%.0f %%".formatted(100 * gapClosed.getAsDouble()) : "-",
                mayFail ? Integer.toString(outcome.failed()) : "-",
                Integer.toString(outcome.none()));
    }

    private static Map<String, @Nullable Object> document(SelectionReport report) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", 1);
        List<Object> strata = new ArrayList<>();
        for (SelectionReport.Stratum stratum : report.strata()) {
            Map<String, @Nullable Object> part = new LinkedHashMap<>();
            part.put("name", stratum.name());
            part.put("models", stratum.models());
            part.put("architectures", stratum.architectures());
            part.put("targets", stratum.targets());
            part.put("failingPairs", stratum.failing());
            part.put("constant", outcome(stratum.constant()));
            part.put(
                    "policies",
                    stratum.policies().stream().map(SelectionCheck::policy).toList());
            strata.add(part);
        }
        document.put("strata", strata);
        return document;
    }

    private static Map<String, @Nullable Object> policy(SelectionReport.Policy policy) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("raced", policy.raced());
        part.put(
                "gapClosed", policy.gapClosed().isPresent() ? policy.gapClosed().getAsDouble() : null);
        part.put("outcome", outcome(policy.outcome()));
        return part;
    }

    private static Map<String, @Nullable Object> outcome(SelectionReport.Outcome outcome) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("hits", outcome.hits().hits());
        part.put("of", outcome.hits().of());
        part.put("share", outcome.hits().share());
        part.put("ci95", List.of(outcome.hits().low(), outcome.hits().high()));
        part.put("meanRegret", outcome.meanRegret());
        part.put("p95Regret", outcome.p95Regret());
        part.put("failed", outcome.failed());
        part.put("none", outcome.none());
        return part;
    }
}
