package dev.bascule.cli.truth;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.TruthOptions;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunId;
import dev.bascule.studies.truth.TruthReport;
import dev.bascule.studies.truth.TruthRequest;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "truth",
        abbreviateSynopsis = true,
        description = {
            "Holds every value of a model, node by node, on each target against the exact ones: its graph computed in double.",
            "Names the first node that is further off than rounding explains, and which target is nearest to the exact result.",
            "Ends with exit code 1 when an output of any target is."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule truth resnet-micro",
            "  bascule truth model.onnx --target webgpu --target cpu",
            "  bascule truth model.onnx --target firefox:webgpu --nodes 0",
            "  bascule truth model.onnx --json > truth.json"
        })
public final class TruthCommand extends CliCommand {
    @Parameters(paramLabel = "MODEL", description = "An .onnx file, a built-in name, or hf:org/repo[/file].")
    private String argument = "";

    @Mixin
    private final TruthOptions options = new TruthOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    TruthCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags(), options.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        TruthRequest request = request(config);
        int nodes = options.nodes();
        TruthReport report = context()
                .interrupts()
                .during(() -> context()
                        .services()
                        .truth()
                        .examine(request, activity -> console().say(activity)));
        boolean interrupted = Thread.interrupted() || context().interrupts().requested() || report.interrupted();
        if (json.wanted()) {
            JsonText.print(console(), TruthDocument.of(report));
        } else {
            console().print(new TruthText(console().outStyle()).of(report, nodes));
        }
        if (interrupted) {
            ErrorReport.print(
                    console(),
                    Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped before all values were seen"),
                    Optional.empty(),
                    commandLine());
            return ErrorCode.RUN_INTERRUPTED.exitCode();
        }
        return report.targets().stream()
                        .anyMatch(
                                target -> target.right().filter(right -> !right).isPresent())
                ? ExitCode.FAILURES
                : ExitCode.OK;
    }

    private TruthRequest request(Config config) {
        RunPlan plan = new RunPlan(config);
        List<Suite> suites = plan.feed(SuiteArguments.read(List.of(argument)), inputs.fed());
        if (suites.size() != 1 || suites.get(0).models().size() != 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "'%s' is a suite; truth takes one model".formatted(argument));
        }
        List<Chosen> targets = options.targets();
        BrowserSetup setup = setup(plan, targets);
        SuiteCase found = plan.cases(suites, List.of(), setup.choice()).get(0);
        SuiteCase wanted = new SuiteCase(
                found.id(),
                found.model(),
                found.settings(),
                targets.stream()
                        .map(chosen -> Chain.of(chosen.backend()))
                        .distinct()
                        .toList(),
                Comparisons.OFF);
        return new TruthRequest(
                new RunRequest(
                        new Invocation(
                                RunId.of(
                                        context().clock().instant(),
                                        context().random().getAsInt()),
                                RunPlan.name(suites),
                                RunPlan.hash(suites),
                                plan.seed(suites),
                                commandLine()),
                        List.of(wanted),
                        setup,
                        0),
                targets,
                config.get(CaseKeys.TIMEOUT));
    }

    /** Browsers named in targets stand above {@code --browsers}. */
    private BrowserSetup setup(RunPlan plan, List<Chosen> targets) {
        BrowserSetup setup = plan.setup(() -> context().services().browsers().ids());
        List<String> named = targets.stream()
                .flatMap(chosen -> chosen.browser().stream())
                .distinct()
                .toList();
        return named.isEmpty() ? setup : setup.withChoice(new BrowserChoice.Named(named));
    }
}
