package dev.bascule.cli.quantize;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.OutFolder;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.KeptInHistory;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.reports.export.QuantizationPage;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.QuantizationRequest;
import dev.bascule.studies.quantization.Variant;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "quantize",
        abbreviateSynopsis = true,
        description = {
            "Makes smaller models of a float32 one, and measures on every target what each does to answers, time and"
                    + " bytes, beside the unquantised model, and where its nodes then ran.",
            "Says what to take for a budget, and what is given up. A precision has credit only where the engine's record"
                    + " shows it.",
            "Ends with exit code 1 when nothing surely keeps the budget on a target, a variant failed, what a method claims"
                    + " does not hold, or what is to be written was not made, and with 4 when nothing could be made."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule quantize model.onnx --backends cpu,wasm",
            "  bascule quantize lenet.onnx --data mnist --budget accuracy=1%%,bytes=100kB --emit best",
            "  bascule quantize mnist.onnx --data mnist --feed source --scale 255 --samples 1000",
            "  bascule quantize lenet.onnx --data mnist --methods int4-channel,qat-int4,prune80,prune80+finetune --backends cpu",
            "  bascule quantize model.onnx --data inputs.npy --methods float16,dynamic-int8 --json > quantize.json",
            "  bascule quantize real:silero-vad-6 --data speech.wav --methods int8-channel,qdq-minmax",
            "  bascule quantize real:smollm2-135m-instruct --data text.txt --samples 16 --methods int8-channel --backends cpu",
            "  bascule quantize model.onnx --methods hybrid,hybrid-time --budget bytes=300kB,p50=20ms --out report",
            "  bascule quantize model.onnx --for qnn-htp --backends cpu --emit qnn-htp-a16w8",
            "  bascule quantize model.onnx --methods dynamic-int8,qdq-minmax --peer onnxruntime --backends cpu"
        })
public final class QuantizeCommand extends CliCommand {
    @Parameters(
            paramLabel = "MODEL",
            description = "A model as `run` takes it: an .onnx file, a built-in name, real:NAME, hf:org/repo[/file].")
    private String model = "";

    @Mixin
    private final QuantizeOptions options = new QuantizeOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Writes quantization.html: fronts, advice, variants and layers as a page that needs no network.")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private final JsonOption json = new JsonOption();

    QuantizeCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(options.flags(), browsers.flags(), store.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        QuantizationRequest request = request(config);
        Optional<Path> page =
                out.map(folder -> context().folder().resolve(folder).resolve("quantization.html"));
        page.ifPresent(file -> OutFolder.check(file, "--out"));
        Instant begun = context().clock().instant();
        QuantizationReport report;
        Kept kept;
        try (Progress progress = Progress.on(console());
                MachineLease turn = MachineTurn.of(context(), request.run(), progress)) {
            report = context()
                    .interrupts()
                    .during(() -> context().services().quantization().quantize(request, progress));
            // In the same turn: whoever waits for it opens the history at once.
            kept = keep(
                    config.get(Keys.STORE),
                    new QuantizedRun(report, request.run().invocation().id(), begun, Version.number()));
        }
        boolean interrupted = Thread.interrupted() || context().interrupts().requested() || report.interrupted();
        if (json.wanted()) {
            JsonText.print(console(), QuantizeDocument.of(report));
        } else {
            console().print(new QuantizeText(console().outStyle()).of(report));
        }
        page.ifPresent(file -> kept.run().ifPresent(made -> write(file, made, report)));
        NothingEmitted.words(request, report).ifPresent(console()::say);
        kept.whyNot().ifPresent(why -> {
            throw why;
        });
        if (interrupted) {
            return told(Failure.of(
                    ErrorCode.RUN_INTERRUPTED,
                    "stopped before all variants were measured; the same line goes on from '%s'"
                            .formatted(request.points())));
        }
        if (!report.madeAny()) {
            return told(Failure.of(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no method made a model of it",
                    "take a float32 model with products of constant weights, or other --methods"));
        }
        return isFine(report) ? ExitCode.OK : ExitCode.FAILURES;
    }

    /**
     * What the page shows, and why the history does not have it.
     *
     * @param run empty where no record could be made of the report
     */
    private record Kept(Optional<QuantizationRun> run, Optional<BasculeException> whyNot) {}

    /** Throws nothing: hours of measuring are printed, whatever comes of keeping them. */
    private Kept keep(String place, QuantizedRun measured) {
        QuantizationRun made;
        try {
            made = measured.run();
        } catch (RuntimeException bug) {
            return new Kept(Optional.empty(), Optional.of(KeptInHistory.unkept(bug)));
        }
        return new Kept(Optional.of(made), keep(place, made));
    }

    /** Of what was measured nowhere there is nothing to keep. */
    private Optional<BasculeException> keep(String place, QuantizationRun made) {
        return made.targets().stream()
                        .allMatch(target ->
                                target.points().isEmpty() && target.failed().isEmpty())
                ? Optional.empty()
                : KeptInHistory.keep(
                        context(), place, "quantisation " + made.command(), history -> history.keepQuantization(made));
    }

    private void write(Path file, QuantizationRun made, QuantizationReport report) {
        String html = QuantizationPage.render(
                made,
                report.absent().stream()
                        .map(absent -> new QuantizationPage.Absent(absent.backend(), absent.why()))
                        .toList(),
                context().clock().instant());
        AtomicFile.write(file, stream -> stream.write(html.getBytes(StandardCharsets.UTF_8)));
        console().say("wrote " + file);
    }

    private ExitCode told(Failure failure) {
        ErrorReport.print(console(), failure, Optional.empty(), commandLine());
        return failure.code().exitCode();
    }

    /** Who of others fails is told in its row. */
    private static boolean isFine(QuantizationReport report) {
        Set<String> peers = report.variants().stream()
                .filter(each -> each.peer().isPresent())
                .map(Variant::name)
                .collect(Collectors.toSet());
        return report.flags().isEmpty()
                && report.variants().stream()
                        .filter(each -> !peers.contains(each.name()))
                        .flatMap(each -> each.made().stream())
                        .map(Variant.File::flags)
                        .allMatch(List::isEmpty)
                && report.targets().stream()
                        .allMatch(target -> peers.containsAll(target.failed().keySet())
                                && target.advice().keeps());
    }

    private QuantizationRequest request(Config config) {
        RunPlan plan = new RunPlan(config);
        List<Suite> suites = plan.feed(SuiteArguments.read(List.of(model)), inputs.fed());
        if (suites.size() != 1 || suites.get(0).models().size() != 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "'%s' is a suite; quantize takes one model".formatted(model));
        }
        List<Chosen> targets = QuantizeOptions.targets(config);
        RunRequest run = new RunRequest(
                        new Invocation(
                                context().newRunId(),
                                RunPlan.name(suites),
                                RunPlan.hash(suites),
                                plan.seed(suites),
                                commandLine()),
                        List.of(wanted(plan, suites, targets)),
                        plan.setup(() -> context().services().browsers().ids()),
                        0)
                .with(config.get(Keys.MACHINE_LOCK));
        return new QuantizationRequest(
                run,
                targets,
                options.methods(),
                options.data(),
                options.budget(),
                options.settings(),
                options.points(config, context().folder()),
                options.emission(context().folder()),
                options.fineTuneSteps(),
                options.peers());
    }

    private SuiteCase wanted(RunPlan plan, List<Suite> suites, List<Chosen> targets) {
        SuiteCase found = plan.cases(
                        suites,
                        List.of(),
                        plan.setup(() -> context().services().browsers().ids()).choice())
                .get(0);
        return new SuiteCase(
                found.id(),
                found.model(),
                found.settings(),
                targets.stream()
                        .map(chosen -> Chain.of(chosen.backend()))
                        .distinct()
                        .toList(),
                Comparisons.OFF);
    }
}
