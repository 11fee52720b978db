package dev.bascule.cli.select;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.studies.select.Finding;
import dev.bascule.studies.select.Objective;
import dev.bascule.studies.select.SelectLimits;
import dev.bascule.studies.select.SelectReport;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteModel;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "select",
        abbreviateSynopsis = true,
        description = {
            "Says where and how a model runs best on this machine: backend, browser, threads, batch and configuration.",
            "",
            "Predicts first, tries what is most promising, and races those that may be best, in turn, until they are told apart; then"
                    + " races other configurations of the best, and runs up to three of those that nothing is better than once"
                    + " more. What was wrong, ran elsewhere, or was not seen to run is never the answer. Ends with exit code 1"
                    + " where none is."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule select model.onnx",
            "  bascule select model.onnx --for p95 --deadline 20ms --browsers all",
            "  bascule select model.onnx --for throughput --batches 1,2,4,8 --backends cpu,openvino",
            "  bascule select model.onnx --backends webgpu,webnn,wasm --emit js",
            "  bascule select model.onnx --tune none           only backend, browser, threads and batch",
            "  bascule select model.onnx --budget 0            by what is known already; tries nothing but native CPU",
            "  bascule select --validate                       how often such answers are the best"
        })
public final class SelectCommand extends CliCommand {
    @Parameters(
            paramLabel = "MODEL",
            arity = "0..1",
            description = "A model as `run` takes it: an .onnx file, a built-in name, real:NAME, hf:org/repo[/file].")
    private Optional<String> model = Optional.empty();

    @Mixin
    private final SelectOptions options = new SelectOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    SelectCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(options.flags(), browsers.flags(), store.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        if (options.validate) {
            if (model.isPresent()) {
                throw SelectOptions.usage("--validate selects for no model, but '%s' is named".formatted(model.get()));
            }
            return new SelectionCheck(context(), console(), json.wanted())
                    .run(PredictionData.of(context(), config.get(Keys.STORE), options.data), config.get(Keys.SEED));
        }
        Objective objective = options.objective();
        Optional<SelectLimits> limits = options.limits();
        Optional<Emitted> emit = options.emit();
        options.refuseMisuse(context().folder());
        if (emit.isPresent() && json.wanted()) {
            throw SelectOptions.usage("--emit prints code, --json a document: one of them");
        }
        Suite suite = suite(config);
        SelectSession session = new SelectSession(context(), config, commandLine(), options);
        return limits.isEmpty()
                ? foretold(session, suite, objective, emit)
                : selected(session.select(suite, objective, limits.get()), suite, emit);
    }

    private ExitCode selected(SelectReport report, Suite suite, Optional<Emitted> emit) {
        if (json.wanted()) {
            JsonText.print(console(), SelectDocument.of(report));
        } else if (emit.isPresent() && report.chosen().isPresent()) {
            console().say(SelectText.of(report));
            console()
                    .print(emit.get()
                            .of(
                                    report.chosen().get().candidate(),
                                    model(report.chosen().get(), suite),
                                    "bascule select: " + SelectText.answer(report)));
        } else {
            console().print(SelectText.of(report));
        }
        return report.ending() == SelectReport.Ending.INTERRUPTED
                ? ExitCode.INTERRUPTED
                : report.chosen().isPresent() ? ExitCode.OK : ExitCode.FAILURES;
    }

    /** The one that ran: where a float16 model won, that. */
    private SuiteModel model(Finding chosen, Suite suite) {
        SuiteModel own = suite.models().get(0);
        return chosen.candidate().configuration().halfModel()
                ? options.halfModel()
                        .map(file -> new SuiteModel(file.toString(), own.name(), own.feed()))
                        .orElse(own)
                : own;
    }

    private ExitCode foretold(SelectSession session, Suite suite, Objective objective, Optional<Emitted> emit) {
        if (objective != Objective.LATENCY) {
            throw SelectOptions.usage("--budget 0 selects by predictions, and nothing is predicted of %s: give a budget"
                    .formatted(objective.word()));
        }
        if (options.memory().isPresent() || !options.batches().equals(List.of(1))) {
            throw SelectOptions.usage("--budget 0 knows of no memory and no batch: give a budget");
        }
        if (emit.isPresent()) {
            throw SelectOptions.usage("--emit takes an answer that was seen to run: give a --budget");
        }
        ForetoldSelection selection = session.foretold(suite);
        if (json.wanted()) {
            JsonText.print(console(), ForetoldDocument.of(selection));
        } else {
            console().print(ForetoldText.of(selection));
        }
        return selection.choice().chosen().isPresent() ? ExitCode.OK : ExitCode.FAILURES;
    }

    private Suite suite(Config config) {
        if (model.isEmpty()) {
            throw SelectOptions.usage("name a model, or --validate");
        }
        List<Suite> suites = new RunPlan(config).feed(SuiteArguments.read(List.of(model.get())), inputs.fed());
        if (suites.size() != 1 || suites.get(0).models().size() != 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "'%s' is a suite; select takes one model".formatted(model.get()));
        }
        return suites.get(0);
    }
}
