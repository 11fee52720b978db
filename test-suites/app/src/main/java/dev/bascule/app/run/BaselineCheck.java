package dev.bascule.app.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.FailOn;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonDocument;
import dev.bascule.reports.comparison.ComparisonMarkdown;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.NewFailures;
import dev.bascule.reports.comparison.SpeedFinding;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.selection.ComparedSides;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Holds a run against its baseline when it is done. The baseline is read before anything is measured, so that a wrong name costs
 * no run, and {@code latest} is not the run itself. Immutable.
 *
 * @param baseline cells that it is compared with
 * @param recent cells of the suite's recent runs, which tell how much runs differ
 * @param options what figures are held against
 */
public record BaselineCheck(ComparedSide baseline, List<CaseResult> recent, ComparisonOptions options) {

    private static final int MOST_UNTOLD = 10;

    /**
     * The check that the settings ask for; empty where they name no baseline.
     *
     * @param clock which no record is ahead of
     * @param suite of the run that is to be made, of which {@code latest} is the newest
     * @param history where runs are kept; empty where there is none: files need none, but how much runs differ is then assumed
     * @throws BasculeException where the baseline is not there, or regressions are to fail a run that has none
     */
    public static Optional<BaselineCheck> of(
            Path folder, Clock clock, Config config, String suite, Optional<Supplier<History>> history) {
        Optional<List<String>> names = config.find(Keys.BASELINE);
        refuseMissing(config);
        if (names.isEmpty()) {
            return Optional.empty();
        }
        ComparedSides sides = NamedRuns.baselines(folder, clock, history.orElse(() -> {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the baseline %s is in a history, and no bascule.store is named".formatted(names.get()),
                    "set bascule.store, or name a run.json as bascule.baseline");
        }));
        List<CaseResult> cells = new ArrayList<>();
        for (String name : names.get()) {
            CellSelector selector = CellSelector.parse(name);
            boolean newest =
                    selector.run().filter(CellSelector.Latest.class::isInstance).isPresent();
            // A run of another suite is not what this one is the successor of.
            cells.addAll(sides.side(newest && selector.suite().isEmpty() ? selector.ofSuite(suite) : selector)
                    .cells());
        }
        return Optional.of(new BaselineCheck(
                new ComparedSide(String.join(", ", names.get()), cells),
                history.isEmpty() ? List.of() : sides.recent(Optional.of(suite)),
                ComparisonOptions.DEFAULT
                        .withThreshold(config.get(Keys.REGRESSION_THRESHOLD))
                        .withMargin(config.get(Keys.EQUIVALENCE_MARGIN))
                        .withSeed(config.layered(Keys.SEED).explicit().orElse(ComparisonOptions.DEFAULT.seed()))));
    }

    /**
     * @throws BasculeException where regressions are to fail a run that has no baseline
     */
    public static void refuseMissing(Config config) {
        if (config.find(Keys.BASELINE).isEmpty() && config.get(Keys.FAIL_ON) == FailOn.REGRESSIONS) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--fail-on regressions wants a --baseline to be worse than",
                    "--baseline latest, or --baseline main/run.json");
        }
    }

    /** What became of it. */
    public ComparisonReport compare(RunRecord run) {
        return Comparer.compare(baseline, thisRun(run), Set.of(), recent, options);
    }

    /** Writes the comparison beside the run's reports. */
    public static void write(ComparisonReport report, Path folder) {
        OutputFiles.write(folder.resolve("comparison.json"), Json.pretty(ComparisonDocument.of(report)) + "\n");
        OutputFiles.write(folder.resolve("comparison.md"), ComparisonMarkdown.render(report));
    }

    /** What keeps a comparison from saying all that was asked of it, a sentence each. */
    public static List<String> warnings(ComparisonReport report) {
        List<String> warnings = new ArrayList<>();
        report.partlyJudged().ifPresent(warnings::add);
        report.unshared().untold().stream()
                .limit(MOST_UNTOLD)
                .forEach(place -> warnings.add("cannot tell whether it got worse: " + place));
        if (report.unshared().untold().size() > MOST_UNTOLD) {
            warnings.add("nor of %s: comparison.json names them"
                    .formatted(Figures.counted(report.unshared().untold().size() - MOST_UNTOLD, "other")));
        }
        report.cases().stream()
                .filter(one -> one.judgement().finding() == SpeedFinding.OTHER_PLAN)
                .map(one -> one.judgement().why())
                .distinct()
                .forEach(why -> warnings.add("speed is not compared, only verdicts are: " + why));
        if (report.kind() == ComparisonReport.Kind.OTHER_MACHINES) {
            warnings.add(
                    "the baseline was made on another machine: its verdicts count, its speed cannot. Make it on this"
                            + " kind of machine to have slowdowns found.");
        }
        return warnings;
    }

    /** Failures that the baseline does not have as well: nobody has accepted them. */
    public List<CaseRun> newFailures(RunRecord run) {
        return NewFailures.of(baseline, thisRun(run));
    }

    /** Why nothing can be said of a run that the baseline has no cell of. */
    public Failure nothingCompared() {
        return new Failure(
                ErrorCode.NOTHING_SELECTED_TO_RUN,
                "no case of this run is in the baseline %s on the same target with the same inputs, so nothing was compared"
                        .formatted(baseline.name()),
                List.of(
                        "make the baseline with the same models, inputs, browsers and backends",
                        "a baseline of a build that did not keep what it was fed is to be made anew",
                        "a model whose file changed is another model: make its baseline anew"));
    }

    private static ComparedSide thisRun(RunRecord run) {
        return ComparedSide.of("this run", run);
    }
}
