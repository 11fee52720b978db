package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunLookup;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.MatrixOptions;
import dev.bascule.cli.options.MatrixOptions.Form;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.MatrixDocument;
import dev.bascule.cli.output.OperatorCases;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.compatibility.FamilyCoverage;
import dev.bascule.reports.compatibility.FamilyTable;
import dev.bascule.reports.compatibility.FamilyTableText;
import dev.bascule.reports.compatibility.KnownCompatibility;
import dev.bascule.reports.export.FamilyPage;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.rating.ScoreDocument;
import dev.bascule.reports.rating.ScoreTable;
import dev.bascule.reports.rating.ScoreText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    @Mixin
    private final MatrixOptions options = new MatrixOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    MatrixCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags(), options.over().flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Form form = options.form();
        if (form == Form.VERSIONS) {
            return new OverMatrix(context(), options, commandLine()).show(config);
        }
        if (form == Form.FAMILIES) {
            showFamilies(config);
            return ExitCode.OK;
        }
        Cells found = cells(config);
        if (found.cells().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN, "the history has no cell to show", "bascule run");
        }
        switch (form) {
            case SCORES -> showScores(ScoreTable.of(found.cells()));
            case OPERATORS -> show(new OperatorView(context(), found.cells()));
            case MODELS, VERSIONS, FAMILIES -> showModels(found);
        }
        return ExitCode.OK;
    }

    private void showModels(Cells found) {
        if (options.json()) {
            JsonText.print(console(), MatrixDocument.of(found.cells(), found.elsewhere()));
        } else {
            boolean all = options.suite().isEmpty() && options.run().isEmpty();
            console().print(all ? models(found) : PrintedReports.matrix(found.cells(), found.elsewhere(), console()));
        }
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
            List<CaseResult> cells = options.run()
                    .map(run -> CaseResult.allOf(RunLookup.find(history, run)))
                    .orElseGet(() -> history.latestCells(
                            options.suite().map(RunFilter::ofSuite).orElse(RunFilter.ALL)));
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
        FamilyCoverage coverage = FamilyCoverage.of(table, cells);
        Optional<Path> page = options.html().map(place -> context().page(place, "families.html"));
        if (page.isPresent()) {
            OutputFiles.write(
                    page.get(),
                    FamilyPage.render(table, coverage, context().clock().instant()));
            console().print(page.get().toString());
        } else if (options.json()) {
            JsonText.print(console(), FamilyTableText.document(table, coverage));
        } else {
            console().print(FamilyTableText.render(table, coverage, console().textStyle()));
        }
    }

    private void showScores(ScoreTable table) {
        if (options.json()) {
            JsonText.print(console(), ScoreDocument.of(table));
        } else {
            console().print(ScoreText.render(table, console().textStyle()));
        }
    }

    private void show(OperatorView view) {
        String words = options.filter().orElse("");
        if (!options.arguments().isEmpty()) {
            view.forecast(options.arguments().get(0), options.json());
        } else if (options.html().isPresent()) {
            view.write(words, options.html().get());
        } else if (options.webNn()) {
            view.printWebNn(options.limit(), options.json());
        } else {
            view.print(words, options.limit(), options.json());
        }
    }
}
