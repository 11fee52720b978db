package dev.bascule.cli.train;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.OutFolder;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.options.TrainMethodOptions;
import dev.bascule.cli.options.TrainOptions;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.export.TrainingPage;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainedEmission;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.studies.training.TrainingRequest;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "train",
        abbreviateSynopsis = true,
        description = {
            "Trains a small network on every target by one ONNX graph a step, and holds it against what is known:"
                    + " gradients and first losses against the exact ones, exact gradients against finite differences,"
                    + " accuracy on held-out data by native CPU.",
            "Speed is shown only where the steps are right.",
            "Ends with exit code 1 when a target's are not, or it failed, or did not reach --target-accuracy, or a"
                    + " --chain ended on a backend that made no step, or the model of --emit was not written, and with 4"
                    + " when no target made a step."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule train mlp --data digits --backends wasm,cpu",
            "  bascule train lenet --data mnist --batch 64 --epochs 3 --target-accuracy 0.98",
            "  bascule train mlp --backends webgpu,webnn --state gpu-buffer,ml-tensor --steps 50",
            "  bascule train mlp --optimizer adamw --learning-rate 0.003 --seeds 10 --target-accuracy 0.95",
            "  bascule train mlp --backends wasm --checkpoint mlp.safetensors && bascule train mlp --backends cpu"
                    + " --resume mlp.safetensors",
            "  bascule train lenet --chain 'webgpu->webnn->wasm' --batch 64 --accumulate 4 --dropout 0.2",
            "  bascule train lenet --data mnist --backends cpu --steps 500 --emit lenet.onnx",
            "  bascule train lenet --peer pytorch --backends wasm,cpu --steps 50",
            "  bascule train mlp --feed resident --steps 2000 --json > train.json"
        })
public final class TrainCommand extends CliCommand {
    @Parameters(
            paramLabel = "NETWORK|MODEL.onnx",
            description =
                    "mlp, lenet, resnet-micro, transformer-micro or gru, of the size that the data have; or a model's"
                            + " file.")
    private String network = "";

    @Mixin
    private final TrainOptions options = new TrainOptions();

    @Mixin
    private final TrainMethodOptions method = new TrainMethodOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Writes training.html: curves, verdicts and gradients as a page that needs no network.")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    TrainCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags(), options.flags(), machineLock.flags(), store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        TrainingRequest request = request(config);
        Optional<Path> page =
                out.map(folder -> context().folder().resolve(folder).resolve("training.html"));
        page.ifPresent(file -> OutFolder.check(file, "--out"));
        options.tensorBoard().ifPresent(place -> WritablePlace.folder("--tensorboard", place));
        request.files().checkpoint().ifPresent(place -> WritablePlace.file("--checkpoint", place));
        request.files().emit().ifPresent(place -> WritablePlace.file("--emit", place));
        Instant begun = context().clock().instant();
        TrainingReport report;
        List<TrainingRun> made;
        Optional<BasculeException> unkept;
        try (MachineLease turn = MachineTurn.of(context(), request.run(), waiting())) {
            report = context()
                    .interrupts()
                    .during(() -> context()
                            .services()
                            .training()
                            .train(request, activity -> console().say(activity)));
            made = new TrainedRuns(request, report, begun, Version.number(), machine()).all();
            // In the same turn: whoever waits for it opens the history at once.
            unkept = KeptTrainings.keep(context(), config.get(Keys.STORE), made);
        }
        boolean interrupted = Thread.interrupted() || context().interrupts().requested() || report.interrupted();
        if (json.wanted()) {
            JsonText.print(console(), TrainDocument.of(report));
        } else {
            console().print(new TrainText(console().outStyle(), request.limits().target()).of(report));
        }
        options.tensorBoard().ifPresent(folder -> TrainCurves.write(report, folder, begun));
        page.filter(file -> !made.isEmpty()).ifPresent(file -> write(file, report, made));
        unkept.ifPresent(why -> {
            throw why;
        });
        report.unkept().ifPresent(failure -> ErrorReport.print(console(), failure, Optional.empty(), commandLine()));
        if (interrupted) {
            ErrorReport.print(
                    console(),
                    Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped before all targets were through"),
                    Optional.empty(),
                    commandLine());
            return ErrorCode.RUN_INTERRUPTED.exitCode();
        }
        if (report.unkept().isPresent()) {
            return report.unkept().get().code().exitCode();
        }
        if (report.emission().filter(TrainedEmission.Withheld.class::isInstance).isPresent()
                || report.targets().stream().anyMatch(target -> target.verdict().isFailure())
                || request.limits().target().isPresent()
                        && report.targets().stream().anyMatch(TrainCommand::missed)) {
            return ExitCode.FAILURES;
        }
        if (report.targets().stream()
                .allMatch(target -> target.learnt().losses().isEmpty())) {
            Failure nothing = Failure.of(ErrorCode.NOTHING_SELECTED_TO_RUN, "no target made a step", "bascule doctor");
            ErrorReport.print(console(), nothing, Optional.empty(), commandLine());
            return nothing.code().exitCode();
        }
        // Asked for by name, with its own way out: beside other targets that trained it is still nothing.
        List<String> exhausted = report.targets().stream()
                .filter(TargetTraining::isExhausted)
                .flatMap(target -> target.chain().stream()
                        .map(chain -> "the chain %s came to nothing%s: its last backend made no step"
                                .formatted(
                                        chain,
                                        target.target()
                                                .browser()
                                                .map(browser -> " in " + browser.name())
                                                .orElse(""))))
                .distinct()
                .toList();
        exhausted.forEach(console()::say);
        return exhausted.isEmpty() ? ExitCode.OK : ExitCode.FAILURES;
    }

    /** Whether a target that trained, or a chain down to its end, is without the target accuracy. */
    private static boolean missed(TargetTraining target) {
        return (target.verdict().isRight() || !target.before().isEmpty())
                && target.learnt().reached().isEmpty();
    }

    private void write(Path file, TrainingReport report, List<TrainingRun> made) {
        String html = TrainingPage.render(
                made,
                TrainedClasses.of(report),
                report.absent().stream()
                        .map(absent -> new TrainingPage.Absent(absent.backend(), absent.why()))
                        .toList(),
                report.trained().notes(),
                context().clock().instant());
        AtomicFile.write(file, stream -> stream.write(html.getBytes(StandardCharsets.UTF_8)));
        console().say("wrote " + file);
    }

    private Optional<String> machine() {
        return context().services().doctor().machine().map(Machine::fingerprint);
    }

    private RunListener waiting() {
        return new RunListener() {
            @Override
            public void phase(String activity) {
                console().say(activity);
            }
        };
    }

    private TrainingRequest request(Config config) {
        List<Chosen> targets = options.targets(config);
        List<Chain> asked = options.chains(config).all();
        if (targets.isEmpty() && asked.isEmpty()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "no backend is left that has any of --state");
        }
        List<Chain> chains = Stream.concat(targets.stream().map(chosen -> Chain.of(chosen.backend())), asked.stream())
                .distinct()
                .toList();
        RunRequest run = NetworkRun.of(context(), config, "train", commandLine(), network, chains);
        return new TrainingRequest(
                run,
                network,
                options.data(),
                method.optimizer(),
                method.learningRate(),
                method.batch(),
                options.epochs(),
                options.resident(),
                method.clip(),
                method.form(),
                options.seeds(run.invocation().seed()),
                options.peers(method.isMixed()),
                options.locations(config).asked(),
                targets,
                options.chains(config),
                config.ofCases().session(),
                options.limits(config),
                options.files(config));
    }
}
