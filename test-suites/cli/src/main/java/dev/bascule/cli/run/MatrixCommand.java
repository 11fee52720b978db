package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.OutFolder;
import dev.bascule.app.run.RunLookup;
import dev.bascule.app.versions.VersionChoice;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.OverOptions;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.MatrixDocument;
import dev.bascule.cli.output.OperatorCases;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.reports.compatibility.FamilyTable;
import dev.bascule.reports.compatibility.FamilyTableText;
import dev.bascule.reports.compatibility.KnownCompatibility;
import dev.bascule.reports.export.FamilyPage;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.export.VersionsPage;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.VersionMatrix;
import dev.bascule.reports.rating.ScoreDocument;
import dev.bascule.reports.rating.ScoreTable;
import dev.bascule.reports.rating.ScoreText;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "matrix",
        abbreviateSynopsis = true,
        description = {
            "Prints the matrix over all history: for each model and target the newest cell. The cases of conformance runs are"
                    + " counted below it; --suite or --run that names theirs shows them, as --json does.",
            "With --ops: operators, opsets and dtypes against targets, and below them how this machine's targets add up"
                    + " products, where `bascule doctor --test-hardware` found it. With --ops MODEL: what that lets expect of"
                    + " a model before it runs, as a prediction.",
            "With --over: runs suites or models with several versions of onnxruntime-web or Chrome Headless Shell, each as"
                    + " `bascule run` does with a run of its own, and shows the versions of each target beside each other."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule matrix",
            "  bascule matrix --suite quickstart",
            "  bascule matrix --store team.duckdb --json",
            "  bascule matrix --ops --filter 'conv* float16'",
            "  bascule matrix --ops --html operators.html",
            "  bascule matrix --ops --webnn",
            "  bascule matrix --families",
            "  bascule matrix --scores",
            "  bascule matrix --ops model.onnx         what it gave, and what other cases predict",
            "  bascule matrix quickstart --over engine --versions 1.20.1,1.23.2,1.29.0 --fetch",
            "  bascule matrix model.onnx --over browser --from 132.0.0 --samples 4 --fetch --backends webgpu,wasm"
        })
public final class MatrixCommand extends CliCommand {
    private static final int ROWS = 40;

    @Option(names = "--suite", paramLabel = "NAME", description = "Only runs of this suite.")
    private @Nullable String suite;

    @Option(names = "--run", paramLabel = "ID", description = "Only this run, by its id or how it begins.")
    private @Nullable String run;

    @Option(names = "--ops", description = "Operators instead of models.")
    private boolean operators;

    @Option(
            names = "--families",
            description =
                    "Families of models against backends: measured, known (documented by others, with the source) and"
                            + " predicted cells told apart.")
    private boolean families;

    @Option(
            names = "--scores",
            description =
                    "Scores of targets over families of models, from measured cells alone, with intervals, ratings and what"
                            + " hangs on the weights.")
    private boolean scores;

    @Parameters(
            paramLabel = "SUITE|MODEL",
            description = "With --over: what to run, as `run` takes it (default: quickstart). With --ops: the model to"
                    + " predict.")
    private List<String> arguments = List.of();

    @Mixin
    private final OverOptions over = new OverOptions();

    @Option(
            names = "--filter",
            paramLabel = "WORDS",
            description = "With --ops: only rows with all these words, such as 'conv* float16' or 'opset 13'. With"
                    + " --over: only cases whose id (suite:path:case) matches, or without a colon whose model does.")
    private @Nullable String filter;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "With --ops: no more rows in the terminal, the worst (default: 40; 0: all).")
    private @Nullable Integer limit;

    @Option(
            names = "--html",
            paramLabel = "FILE|DIR",
            description = "With --ops, --families or --over: writes the matrix as a page.")
    private @Nullable String html;

    @Option(
            names = "--webnn",
            description = "With --ops: WebNN's operators as specified, as the browser claims, and as observed.")
    private boolean webNn;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    MatrixCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags(), over.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        if (over.wanted()) {
            return over(config);
        }
        refuseMisuse();
        if (families) {
            showFamilies(config);
            return ExitCode.OK;
        }
        Cells found = cells(config);
        List<CaseResult> cells = found.cells();
        if (cells.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "the history has no cell to show", "bascule run");
        }
        if (scores) {
            showScores(ScoreTable.of(cells));
        } else if (operators) {
            show(new OperatorView(context(), cells));
        } else if (json.wanted()) {
            JsonText.print(console(), MatrixDocument.of(cells, found.elsewhere()));
        } else {
            console()
                    .print(
                            suite == null && run == null
                                    ? models(found)
                                    : PrintedReports.matrix(cells, found.elsewhere(), console()));
        }
        return ExitCode.OK;
    }

    private ExitCode over(Config config) {
        if (operators || families || scores || webNn || suite != null || run != null || limit != null) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--over runs, and takes none of --ops, --families, --scores, --webnn, --suite, --run and --limit",
                    "bascule matrix quickstart --over engine --versions 1.20.1,1.29.0");
        }
        refuseTwoForms();
        Axis axis = over.axis();
        VersionChoice choice = over.choice(config);
        Optional<Path> page = Optional.ofNullable(html).map(place -> context().page(place, "versions.html"));
        page.ifPresent(file -> OutFolder.check(file, "--html"));
        VersionShelf shelf = context().services().versions(over.fetch());
        List<ReleaseVersion> known = OverRuns.known(shelf, axis);
        List<ReleaseVersion> versions = choice.of(known);
        RunRequest request = new RunWish(
                        arguments,
                        over.kinds().filter(),
                        over.inputs().fed(),
                        filter == null ? List.of() : List.of(filter),
                        commandLine())
                .request(context(), config);
        Optional<List<ReleaseVersion>> published = Optional.of(known).filter(any -> over.fetch());
        OverRuns.Found found = new OverRuns(context(), config, axis, shelf, published, request).of(versions);
        Matrix matrix =
                VersionMatrix.of(found.slices(), axis == Axis.BROWSER ? Optional.of(axis.product()) : Optional.empty());
        page.ifPresent(file -> {
            OutputFiles.write(
                    file,
                    VersionsPage.render(
                            matrix,
                            axis.product(),
                            commandLine(),
                            context().clock().instant()));
            console().say(file.toString());
        });
        if (json.wanted()) {
            JsonText.print(
                    console(),
                    MatrixDocument.of(axis.word(), axis.product(), found.slices(), found.runs(), found.costs()));
        } else {
            console().print(PrintedReports.matrix(matrix, found.costs(), console()));
        }
        return found.ended();
    }

    /** The matrix without operator cases, which would bury the models; of these a line for each suite. */
    private String models(Cells found) {
        OperatorCases parts = OperatorCases.of(found.cells());
        String matrix = parts.models().isEmpty()
                ? "The history has operator cases only, and no cell of a model.\n"
                : PrintedReports.matrix(parts.models(), found.elsewhere(), console());
        return parts.operators().isEmpty() ? matrix : matrix.stripTrailing() + "\n\n" + parts.leftOut();
    }

    /** Cells, and what fallbacks among them cost on other machines. */
    private record Cells(List<CaseResult> cells, ElsewhereCosts elsewhere) {}

    private Cells cells(Config config) {
        try (History history = HistoryAccess.existing(context(), config.get(Keys.STORE))) {
            List<CaseResult> cells = run == null
                    ? history.latestCells(suite == null ? RunFilter.ALL : RunFilter.ofSuite(suite))
                    : CaseResult.allOf(RunLookup.find(history, run));
            return new Cells(cells, ElsewhereLookup.of(cells, history));
        }
    }

    /** What others document is worth telling though nothing was measured yet. */
    private void showFamilies(Config config) {
        List<CaseResult> cells = HistoryAccess.exists(context(), config.get(Keys.STORE))
                ? cells(config).cells()
                : List.of();
        FamilyTable table = FamilyTable.of(
                cells, KnownCompatibility.published(), Backends.installed().all());
        if (html != null) {
            Path file = context().page(html, "families.html");
            OutputFiles.write(file, FamilyPage.render(table, context().clock().instant()));
            console().print(file.toString());
        } else if (json.wanted()) {
            JsonText.print(console(), FamilyTableText.document(table));
        } else {
            console().print(FamilyTableText.render(table, console().textStyle()));
        }
    }

    private void showScores(ScoreTable table) {
        if (json.wanted()) {
            JsonText.print(console(), ScoreDocument.of(table));
        } else {
            console().print(ScoreText.render(table, console().textStyle()));
        }
    }

    private void show(OperatorView view) {
        String words = Objects.requireNonNullElse(filter, "");
        if (!arguments.isEmpty()) {
            view.forecast(arguments.get(0), json.wanted());
        } else if (webNn && html == null) {
            view.printWebNn(Objects.requireNonNullElse(limit, ROWS), json.wanted());
        } else if (html == null) {
            view.print(words, Objects.requireNonNullElse(limit, ROWS), json.wanted());
        } else {
            view.write(words, html);
        }
    }

    private void refuseTwoForms() {
        if (html != null && json.wanted()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "one of --html and --json at a time", "bascule matrix --ops --json");
        }
    }

    private void refuseMisuse() {
        over.idle().ifPresent(option -> {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s belongs to --over".formatted(option),
                    "bascule matrix quickstart --over engine --versions 1.20.1,1.29.0");
        });
        boolean model = !arguments.isEmpty();
        if (arguments.size() > 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "one model is predicted at a time",
                    "bascule matrix --ops " + arguments.get(0));
        }
        if (scores && (families || operators || webNn || model || filter != null || limit != null || html != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--scores takes --json, --suite and --run only", "bascule matrix --scores");
        }
        if (families && (operators || webNn || model || filter != null || limit != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--families takes --html, --json, --suite and --run only",
                    "bascule matrix --families");
        }
        if (!operators
                && !(families && html != null)
                && (webNn || model || filter != null || limit != null || html != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "MODEL, --filter, --limit, --html and --webnn belong to --ops",
                    "bascule matrix --ops" + (model ? " " + arguments.get(0) : ""));
        }
        if (model && (filter != null || limit != null || html != null)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a prediction takes no --filter, --limit or --html",
                    "bascule matrix --ops " + arguments.get(0));
        }
        if (run != null && suite != null) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--run names one run, whatever its suite", "bascule matrix --run " + run);
        }
        refuseTwoForms();
        if (limit != null && limit < 0) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "a limit of %d rows".formatted(limit), "bascule matrix --ops --limit 40");
        }
    }
}
