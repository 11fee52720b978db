package dev.bascule.cli.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.options.BackendOptions;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.ConformanceOptions;
import dev.bascule.cli.options.ExpectationOptions;
import dev.bascule.cli.options.FailOnOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.options.ReportOptions;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.studies.conformance.CaseSelection.Chosen;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "conformance",
        abbreviateSynopsis = true,
        description = {
            "Runs thousands of small cases on every chosen backend and compares their outputs with the expected ones.",
            "A crash, trap or hang costs its own case and no other. Nothing is timed. A known failure that is listed in a"
                    + " file of expectations is none; one that passes by now is."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule conformance onnx-node --backends wasm,webnn,cpu",
            "  bascule conformance onnx-node --filter 'test_conv*' --backends webgpu --sample 100",
            "  bascule conformance onnx-node --expectations known.yaml --update-expectations",
            "  bascule conformance onnx-node --expectations known.yaml --shuffle --self-check",
            "  bascule conformance webnn-tests --backends webnn --shard 2/8 --out shard-2",
            "  bascule conformance onnx-node --backends wasm,cpu --on pool"
        })
public final class ConformanceCommand extends CliCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description =
                    "A folder of cases, however deep: in the ONNX backend-test layout (model.onnx, test_data_set_N),"
                            + " or WebNN graph JSON; or one such case.")
    private List<Path> places = List.of();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final BackendOptions backends = new BackendOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final ConformanceOptions conformance = new ConformanceOptions();

    @Mixin
    private final ExpectationOptions expectations = new ExpectationOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @Mixin
    private final FailOnOption failOn = new FailOnOption();

    @Mixin
    private final OnOptions on = new OnOptions();

    ConformanceCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(
                backends.flags(),
                browsers.flags(),
                machineLock.flags(),
                conformance.flags(),
                expectations.flags(),
                report.flags(),
                failOn.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        ExpectationFiles known = ExpectationFiles.of(context().folder(), config, expectations.update())
                .of(places());
        BrowserSetup setup =
                new RunPlan(config).setup(() -> context().services().browsers().ids());
        ConformancePlan plan = new ConformancePlan(config);
        String id = context().newRunId();
        on.refuseAlone();
        ConformanceCases all = context().services().cases().read(places());
        Chosen chosen = plan.choice(backends.filters()).from(all);
        ConformanceRequest request = plan.request(id, chosen, setup, commandLine());
        RunReports reports = WantedReports.of(context(), config, id, report.json());
        ConformanceCompletion completion =
                new ConformanceCompletion(context(), reports, config.get(Keys.FAIL_ON), known, false);
        ConformanceSession session = new ConformanceSession(context(), completion, config.get(Keys.FAIL_ON));
        if (on.on().isPresent()) {
            return new PooledConformance(context(), config, on, plan.choice(backends.filters()), all)
                    .run(session, request, chosen, conformance.selfCheck());
        }
        MachineLease turn = turn(config, request, reports);
        try {
            return session.run(
                    request,
                    chosen,
                    conformance.selfCheck(),
                    turn,
                    HistoryAccess.open(context(), config.get(Keys.STORE)));
        } finally {
            turn.close();
        }
    }

    private MachineLease turn(Config config, ConformanceRequest request, RunReports reports) {
        StoreTurn turn =
                new StoreTurn(context(), context().services().machine(), config.get(Keys.STORE), history -> {});
        try {
            return turn.take(
                    MachineUse.UNTIMED, request.whenBusy(), request.invocation().command());
        } catch (RuntimeException e) {
            reports.folder().abandon();
            throw e;
        }
    }

    private List<Path> places() {
        return places.stream().map(context().folder()::resolve).toList();
    }
}
