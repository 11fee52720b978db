package dev.bascule.cli.decode;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.DecodeOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunId;
import dev.bascule.studies.decode.DecodeReport;
import dev.bascule.studies.decode.DecodeRequest;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "decode",
        abbreviateSynopsis = true,
        description = {
            "Lets native CPU write a text with a decoder, and forces every target along the same tokens: time to the first token by"
                    + " length of the prompt, tokens a second by depth, what is read back for each, where the caches were.",
            "Speed is shown only where the logits are right at every position.",
            "Ends with exit code 1 when a target's are not, or it failed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule decode zoo:smollm2-micro",
            "  bascule decode model.gguf --prompt 32,128,512 --generate 128 --graph plain,contrib --backends wasm,cpu",
            "  bascule decode model.gguf --prompt 'The capital of France is' --backends cpu",
            "  bascule decode real:smollm2-135m-instruct --chat 'Why is the sky blue?' --generate 128 --graph contrib",
            "  bascule decode real:smollm2-135m-instruct --peer llama.cpp --backends wasm,cpu",
            "  bascule decode zoo:whisper-tiny --source speech.wav --prompt 4 --generate 64",
            "  bascule decode decoder.onnx --backends webgpu --kv cpu,gpu-buffer",
            "  bascule decode decoder.onnx --json > decode.json"
        })
public final class DecodeCommand extends CliCommand {
    @Parameters(
            paramLabel = "MODEL",
            description =
                    "A decoder: one of the zoo, alone or with its encoder, a .gguf file, or an .onnx file with input_ids, position and"
                            + " past.N.key/value.")
    private String argument = "";

    @Mixin
    private final DecodeOptions options = new DecodeOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    DecodeCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags(), options.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        DecodeRequest request = request(config);
        DecodeReport report;
        try (MachineLease turn = MachineTurn.of(context(), request.run(), waiting())) {
            report = context()
                    .interrupts()
                    .during(() -> context()
                            .services()
                            .decode()
                            .decode(request, activity -> console().say(activity)));
        }
        boolean interrupted = Thread.interrupted() || context().interrupts().requested() || report.interrupted();
        if (json.wanted()) {
            JsonText.print(console(), DecodeDocument.of(report));
        } else {
            console().print(new DecodeText(console().outStyle()).of(report));
        }
        if (interrupted) {
            ErrorReport.print(
                    console(),
                    Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped before all targets were through"),
                    Optional.empty(),
                    commandLine());
            return ErrorCode.RUN_INTERRUPTED.exitCode();
        }
        return report.targets().stream().anyMatch(target -> target.verdict().isFailure())
                ? ExitCode.FAILURES
                : ExitCode.OK;
    }

    private RunListener waiting() {
        return new RunListener() {
            @Override
            public void phase(String activity) {
                console().say(activity);
            }
        };
    }

    private DecodeRequest request(Config config) {
        RunPlan plan = new RunPlan(config);
        List<Chosen> targets = options.targets(config);
        if (targets.isEmpty()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "no backend is left that has any of --kv");
        }
        List<Suite> suites = SuiteArguments.read(List.of(argument));
        if (suites.size() != 1 || suites.get(0).models().size() != 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "'%s' is a suite; decode takes one model".formatted(argument));
        }
        BrowserSetup setup = plan.setup(() -> context().services().browsers().ids());
        SuiteCase found = plan.cases(suites, List.of(), setup.choice()).get(0);
        List<Chain> chains = targets.stream()
                .map(chosen -> Chain.of(chosen.backend()))
                .distinct()
                .toList();
        SuiteCase wanted = new SuiteCase(found.id(), found.model(), found.settings(), chains, Comparisons.OFF);
        RunRequest run = new RunRequest(
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
                        0)
                .with(config.get(Keys.MACHINE_LOCK));
        return new DecodeRequest(
                run,
                found.model().reference(),
                options.graphs(),
                options.prompt(),
                options.source(),
                options.generate(),
                options.locations(config).asked(),
                targets,
                options.peers(),
                options.limits(config));
    }
}
