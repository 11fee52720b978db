package dev.bascule.cli.history;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.FailOn;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.NamedRuns;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.ComparisonText;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.comparison.ComparedMetric;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonDocument;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.training.TrainingComparison;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.history.History;
import dev.bascule.reports.selection.ComparedSides;
import dev.bascule.suites.setting.Key;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        description = {
            "Compares two sides of what was measured: verdicts that changed first, then speed, as ratios with 95 %%"
                    + " intervals, corrected for how many there are, with a sentence for each browser and backend.",
            "A and B are runs (an id or how it begins, latest, latest~1, a run.json), or choose cells of the history:"
                    + " browser, native, or terms such as backend=webnn, browser=firefox, side=native,"
                    + " engine-version=1.29.0, browser-version=153, machine=abcd, model=resnet, suite=quickstart,"
                    + " since=2026-11-01, until=2026-12-01, last=10 (runs; default: 20), divided by commas. Ratios are B"
                    + " over A, but browsers over native always.",
            "Where A and B are trainings (the id that train prints or how it begins, latest-training,"
                    + " latest-training~1): verdicts, losses, accuracy, steps to --target-accuracy and the time of a step,"
                    + " target by target and seed by seed.",
            "Without A and B: the newest run against the one before.",
            "With --over-time: where in the history the speed of a cell changed for good, with what changed there"
                    + " besides, and which runs are unlike their neighbors. A chooses cells."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule compare",
            "  bascule compare browser native",
            "  bascule compare backend=wasm backend=webnn",
            "  bascule compare browser=firefox browser=chrome-headless",
            "  bascule compare engine-version=1.28.0 engine-version=1.29.0",
            "  bascule compare until=2026-11-01 since=2026-11-01",
            "  bascule compare main/run.json latest --fail-on regressions",
            "  bascule compare latest~1 latest --json",
            "  bascule compare browser native --metric end-to-end",
            "  bascule compare latest-training~1 latest-training --target-accuracy 0.95 --fail-on regressions",
            "  bascule compare --over-time",
            "  bascule compare --over-time model=resnet,backend=wasm",
            "  bascule compare backend=wasm backend=webnn --reporter html=wasm-webnn.html",
            "  bascule compare machine=f1e2 machine=0a9b,backend=cpu --reporter md=machines.md"
        })
public final class CompareCommand extends CliCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "A",
            description = "What is compared with (default: latest~1).")
    private @Nullable String first;

    @Parameters(index = "1", arity = "0..1", paramLabel = "B", description = "What is compared (default: latest).")
    private @Nullable String second;

    @Option(
            names = "--reporter",
            paramLabel = "FORMAT=FILE",
            split = ",",
            description = "Writes the comparison to a file as well: html=FILE, md=FILE or json=FILE.")
    private List<String> reporters = List.of();

    @Option(
            names = "--metric",
            paramLabel = "inference|end-to-end",
            description =
                    "Which times are compared: warm inferences (default), or the user's clock from a file's bytes to"
                            + " the model's outputs, of cells that measured it.")
    private @Nullable String metric;

    @Option(
            names = "--target-accuracy",
            paramLabel = "SHARE",
            description =
                    "Of trainings: counts the steps to this accuracy, and holds them against each other seed by seed.")
    private Optional<Double> targetAccuracy = Optional.empty();

    @Option(names = "--over-time", description = "What changed in the history, cell by cell.")
    private boolean overTime;

    @Mixin
    private final CompareOptions options = new CompareOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    CompareCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags(), options.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        ComparedMetric compared = metric();
        refusePointless(config);
        if (overTime) {
            return overTime(config);
        }
        List<ComparisonFile> files =
                reporters.stream().map(ComparisonFile::parse).toList();
        Optional<ExitCode> ofTrainings = trainings(config, files);
        if (ofTrainings.isPresent()) {
            return ofTrainings.get();
        }
        CellSelector a = CellSelector.parse(first == null ? "latest~1" : first);
        CellSelector b = CellSelector.parse(second == null ? "latest" : second);
        ComparisonReport report = compare(config, a, b, compared);
        if (isGate(config) && report.kind() == ComparisonReport.Kind.OTHER_TARGETS) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--fail-on regressions never fails here: a difference between targets is no regression",
                    "leave it out, or compare runs of the same targets: bascule compare latest~1 latest --fail-on"
                            + " regressions");
        }
        for (ComparisonFile file : files) {
            OutputFiles.write(
                    context().folder().resolve(file.path()),
                    file.text(report, context().clock().instant()));
        }
        if (json.wanted()) {
            JsonText.print(console(), ComparisonDocument.of(report));
        } else {
            console()
                    .print(ComparisonText.render(
                            report, console().terminal().width(), console().outStyle()));
            if (report.leastShown().isPresent()) {
                console()
                        .say("more runs a side: choose them by what they share, such as engine-version=1.29.0, or"
                                + " since=2026-11-01,last=16");
            }
        }
        return report.hasRegression() && config.get(Keys.FAIL_ON) == FailOn.REGRESSIONS
                ? ExitCode.FAILURES
                : ExitCode.OK;
    }

    private ComparedMetric metric() {
        return Optional.ofNullable(metric)
                .map(word -> ComparedMetric.of(word)
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.USAGE_ERROR,
                                "there is no metric '%s'".formatted(word),
                                "--metric inference or --metric end-to-end")))
                .orElse(ComparedMetric.INFERENCE);
    }

    /** What the command comes to where its words name trainings; empty where they name runs and cells. */
    private Optional<ExitCode> trainings(Config config, List<ComparisonFile> files) {
        TrainingsCompared trainings = new TrainingsCompared(
                context(), config.get(Keys.STORE), limits(config), TrainingsCompared.target(targetAccuracy));
        Optional<TrainingComparison> found =
                trainings.of(Optional.ofNullable(first), Optional.ofNullable(second), metric != null);
        found.ifPresent(comparison -> trainings.print(comparison, json.wanted(), files));
        if (isGate(config) && found.stream().anyMatch(TrainingComparison::comparesNothing)) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no training of the candidate is right, nor counted as worse: nothing can be seen to be worse",
                    "compare trainings that are right, or leave --fail-on out");
        }
        return found.map(
                comparison -> !comparison.regressions().isEmpty() && config.get(Keys.FAIL_ON) == FailOn.REGRESSIONS
                        ? ExitCode.FAILURES
                        : ExitCode.OK);
    }

    private static ComparisonOptions limits(Config config) {
        return ComparisonOptions.DEFAULT
                .withThreshold(config.get(Keys.REGRESSION_THRESHOLD))
                .withMargin(config.get(Keys.EQUIVALENCE_MARGIN))
                .withSeed(config.get(Keys.SEED));
    }

    /** Options that would change nothing: whoever typed them means something. */
    private void refusePointless(Config config) {
        Set<Key<?>> said = options.flags().given().keySet();
        if (said.contains(Keys.FAIL_ON) && config.get(Keys.FAIL_ON) == FailOn.FAILURES) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a comparison has no failures to fail on, only regressions",
                    "bascule compare --fail-on regressions");
        }
        if (overTime
                && (metric != null
                        || targetAccuracy.isPresent()
                        || said.stream().anyMatch(key -> !key.equals(Keys.SEED)))) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--over-time takes --seed, --store and --json only: it has no baseline to be worse than, and looks at inferences",
                    "bascule compare --over-time");
        }
    }

    private boolean isGate(Config config) {
        return options.flags().given().containsKey(Keys.FAIL_ON) && config.get(Keys.FAIL_ON) == FailOn.REGRESSIONS;
    }

    private ExitCode overTime(Config config) {
        if (second != null || !reporters.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--over-time takes one selector of cells, and no --reporter",
                    "bascule compare --over-time backend=wasm");
        }
        try (History history = HistoryAccess.existing(context(), config.get(Keys.STORE))) {
            HistoryChanges.print(
                    HistoryChanges.of(
                            history, Optional.ofNullable(first).map(CellSelector::parse), config.get(Keys.SEED)),
                    json.wanted(),
                    console());
        }
        return ExitCode.OK;
    }

    private ComparisonReport compare(Config config, CellSelector a, CellSelector b, ComparedMetric compared) {
        // Native is what browsers are held against, in whatever order they were named: so say the matrix and its ratios
        // too.
        boolean turned = a.isBrowser() && b.isNative();
        if (turned) {
            console()
                    .say("sides swapped: browsers are held against native, so A is '%s' and B is '%s'"
                            .formatted(b.name(), a.name()));
        }
        CellSelector baseline = turned ? b : a;
        CellSelector candidate = turned ? a : b;
        ComparisonOptions limits = limits(config).with(compared);
        String file = config.get(Keys.STORE);
        try (LazyHistory history = new LazyHistory(() -> HistoryAccess.existing(context(), file))) {
            ComparedSides sides = NamedRuns.sides(context().folder(), context().clock(), history);
            ComparedSide from = sides.side(baseline);
            ComparedSide to = sides.side(candidate);
            OneModel.refuse(from, to, baseline, candidate);
            refuseTheSame(from, to, baseline, candidate);
            boolean single = from.runs().size() < 3 || to.runs().size() < 3;
            boolean there = Files.exists(context().folder().resolve(file));
            ComparisonReport report = Comparer.compare(
                    from,
                    to,
                    CellSelector.about(baseline, candidate),
                    single && there ? sides.recent(Optional.empty()) : List.of(),
                    limits);
            if (report.cases().isEmpty() || (isGate(config) && report.comparesNothing())) {
                throw new BasculeException(
                        ErrorCode.NOTHING_SELECTED_TO_RUN,
                        "'%s' and '%s' have no case on the same target%s in common"
                                .formatted(
                                        from.name(),
                                        to.name(),
                                        report.cases().isEmpty() ? "" : " with the same inputs"),
                        OneModel.ofTwo(from, to)
                                ? OneModel.REMEDY
                                : "see which runs have cases in common: bascule history, then bascule compare RUN RUN",
                        "compare across targets by naming them: bascule compare backend=wasm backend=webnn");
            }
            return report;
        }
    }

    private static void refuseTheSame(ComparedSide from, ComparedSide to, CellSelector a, CellSelector b) {
        if (from.runs().equals(to.runs())
                && CellSelector.about(a, b).isEmpty()
                && from.cells().equals(to.cells())) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' and '%s' are the same cells".formatted(a.name(), b.name()),
                    "bascule compare latest~1 latest");
        }
    }
}
