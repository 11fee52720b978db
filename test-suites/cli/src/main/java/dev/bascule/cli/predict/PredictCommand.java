package dev.bascule.cli.predict;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.fit.Level;
import dev.bascule.suites.suite.Suite;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "predict",
        abbreviateSynopsis = true,
        description = {
            "Says what a model would take on targets where it never ran, with an interval, from what other models took there.",
            "",
            "Learns the model's kernels from ONNX Runtime, and measures it and three anchors on native CPU (seconds; kept in"
                    + " the history as a run). Predictions are no measurements: they stand in columns of their own, and enter"
                    + " no verdict, score or baseline. What they are learned from `bascule collect` measures; of a new target"
                    + " ten models are enough to begin with (bascule collect --probes 10)."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule predict model.onnx",
            "  bascule predict model.onnx --on '*wasm*' --interval 80",
            "  bascule predict model.onnx --level 0       by the graph alone, nothing is timed",
            "  bascule predict hf:org/repo --json | jq '.models[0].targets'",
            "  bascule predict --held                      how earlier predictions came true",
            "  bascule predict --validate --html validation.html",
            "  bascule predict --validate --write-data our-machine.json"
        })
public final class PredictCommand extends CliCommand {
    @Parameters(
            paramLabel = "MODEL",
            arity = "0..*",
            description = "A model as `run` takes it: an .onnx file, a built-in name, real:NAME, hf:org/repo[/file].")
    private List<String> models = List.of();

    @Mixin
    private final PredictOptions options = new PredictOptions();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    PredictCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Level level = options.level();
        double interval = options.interval();
        if (!options.validate && (options.html.isPresent() || options.writeData.isPresent())) {
            throw PredictOptions.usage("--html and --write-data are of --validate");
        }
        if (options.held) {
            if (options.validate || !models.isEmpty()) {
                throw PredictOptions.usage("--held goes with no model and without --validate");
            }
            return new HeldSession(context(), console(), json.wanted()).run(config.get(Keys.STORE));
        }
        if (options.validate) {
            if (!models.isEmpty()) {
                throw PredictOptions.usage("--validate predicts no model, but '%s' is named".formatted(models.get(0)));
            }
            return new ValidationSession(context(), console(), json.wanted(), options)
                    .run(PredictionData.of(context(), config.get(Keys.STORE), options.data));
        }
        if (models.isEmpty()) {
            throw PredictOptions.usage("name a model, or --validate, or --held");
        }
        RunPlan plan = new RunPlan(config);
        List<Suite> suites = plan.feed(SuiteArguments.read(models), inputs.fed()).stream()
                .flatMap(PredictCommand::single)
                .toList();
        PredictSession session = new PredictSession(context(), config, commandLine());
        Optional<RunRecord> run = level == Level.L0 ? Optional.empty() : Optional.of(session.measured(suites));
        List<PredictedModel> learned = session.learned(suites);
        if (learned.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.REFERENCE_UNAVAILABLE,
                    "the kernels of no model could be learned on native CPU, and without them nothing is predicted",
                    "bascule run %s --browsers none --backends cpu".formatted(String.join(" ", models)));
        }
        PredictionData data = PredictionData.of(context(), config.get(Keys.STORE), options.data);
        Foretelling foretelling =
                new Foretelling(data, session.machine(run), run.map(RunRecord::id), AskedModels.of(context(), suites));
        List<ModelPrediction> predictions = learned.stream()
                .map(model -> foretelling.of(model, level, interval, options.on))
                .toList();
        if (!options.on.isEmpty()
                && predictions.stream().allMatch(each -> each.targets().isEmpty())) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "the data have no target like " + String.join(" or ", options.on),
                    "bascule predict %s --on all".formatted(String.join(" ", models)));
        }
        KeptPredictions kept = new KeptPredictions("predict", context().clock().instant());
        predictions.forEach(each -> each.targets().forEach(target -> kept.add(each.model(), target)));
        kept.keep(context(), config.get(Keys.STORE));
        if (json.wanted()) {
            JsonText.print(console(), PredictDocument.of(predictions, data.set(), interval));
        } else {
            console().print(PredictText.of(predictions, data.set(), interval));
        }
        return run.filter(record -> record.extent().interrupted()).isPresent() ? ExitCode.INTERRUPTED : ExitCode.OK;
    }

    private static Stream<Suite> single(Suite suite) {
        return suite.models().stream()
                .map(model -> new Suite(
                        suite.name(),
                        suite.description(),
                        suite.hash(),
                        suite.seed(),
                        suite.settings(),
                        List.of(model),
                        suite.aim(),
                        suite.scenarios(),
                        List.of()));
    }
}
