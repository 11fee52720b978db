package dev.bascule.cli.bisect;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.run.OutFolder;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.options.BisectOptions;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.cli.single.SingleRun;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.reports.export.OutputFiles;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.bisect.BisectListener;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectRequest;
import dev.bascule.studies.bisect.BisectResult.Ending;
import dev.bascule.studies.bisect.SeenText;
import dev.bascule.studies.bisect.What;
import dev.bascule.studies.bisect.report.BisectFolder;
import dev.bascule.studies.bisect.report.FoundExpectations;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.suites.expectations.DatedExpectation;
import dev.bascule.suites.setting.CaseKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "bisect",
        abbreviateSynopsis = true,
        description = {
            "Finds since which version of onnxruntime-web or of Chrome Headless Shell a case fails on a target, or with"
                    + " --find-fix which version mended it. Runs both ends first, with two axes old and new of each in all"
                    + " four pairs, and then about as many versions as their number can be halved.",
            "With --fetch it fetches the versions that it comes to from npm into the cache, 20 to 70 MB each; else it knows only"
                    + " those that `bascule install` fetched. Writes a timeline.",
            "With --on all runs are jobs of one worker of a pool, in versions that it has installed: versions are compared on one"
                    + " machine, and nothing is installed there for others.",
            "Ends with exit code 4 when both ends are alike."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule bisect model.onnx --target webgpu --fetch --from 1.20.1 --to 1.29.0",
            "  bascule bisect onnx-node:node:test_conv --cases onnx-node --target webnn --fetch --find-fix",
            "  bascule bisect model.onnx --target wasm --what slow --threshold 1.3",
            "  bascule bisect model.onnx --target webgpu --over engine,browser --fetch \\",
            "      --from engine=1.20.1,browser=131.0.1 --to engine=1.29.0,browser=148.0.0"
        })
public final class BisectCommand extends CliCommand {
    @Parameters(
            paramLabel = "CASE|MODEL",
            description = "An .onnx file, a folder in the backend-test layout, a built-in name, hf:org/repo[/file], or"
                    + " with --cases the id of a case.")
    private String argument = "";

    @Mixin
    private final BisectOptions options = new BisectOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final OnOptions on = new OnOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    public BisectCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags(), options.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        BisectRequest request = request(config);
        OutFolder folder = OutFolder.prepare(request.out());
        BisectReport report;
        try {
            report = on.on().isPresent()
                    ? new PooledBisect(context(), config, on).bisect(request, new Talk(request.what()))
                    : here(request);
        } catch (RuntimeException e) {
            folder.abandon();
            throw e;
        }
        boolean interrupted = Thread.interrupted() || context().interrupts().requested();
        Optional<Failure> failure = failure(report, interrupted);
        boolean found = report.result().ending() instanceof Ending.Found;
        if (found) {
            BisectFolder.write(request.out(), report);
            options.expectations().ifPresent(file -> expect(context().folder().resolve(file), report));
        } else {
            folder.abandon();
        }
        if (json.wanted()) {
            JsonText.print(console(), BisectDocument.of(report, found ? Optional.of(request.out()) : Optional.empty()));
        } else if (found) {
            console().print(BisectText.of(report, request.out()));
        }
        failure.ifPresent(why -> ErrorReport.print(console(), why, Optional.empty(), commandLine()));
        return failure.map(why -> why.code().exitCode()).orElse(ExitCode.OK);
    }

    private BisectReport here(BisectRequest request) {
        try (MachineLease turn = turn(request)) {
            return context()
                    .interrupts()
                    .during(() ->
                            context().services().bisect().bisect(request, RunTurn.of(turn), new Talk(request.what())));
        }
    }

    private BisectRequest request(Config config) {
        PooledBisect.refuse(on, options.fetch());
        SingleRun single = SingleRun.of(context(), config, "bisect", argument, options.target(), inputs, commandLine());
        if (options.target().backend().side() == Side.NATIVE) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s is a native backend, of which no other versions can be fetched"
                            .formatted(options.target().backend().id()),
                    "--target webgpu, webnn or wasm");
        }
        Path out = context()
                .folder()
                .resolve(config.out(".bascule/bisect/%s-%s"
                        .formatted(
                                single.wanted().model().name(),
                                options.target().text().replace(':', '-'))));
        What what = options.what();
        RunRequest run = what == What.SLOW ? single.request() : quick(single.request());
        return new BisectRequest(
                run,
                single.named()
                        .testCase()
                        .map(ConformanceCase::id)
                        .orElse(single.wanted().id()),
                options.target().backend(),
                options.over(),
                options.ends(),
                options.fetch(),
                what,
                options.threshold(),
                options.findFix(),
                options.limits(),
                out);
    }

    private void expect(Path file, BisectReport report) {
        List<DatedExpectation> found = FoundExpectations.of(report);
        if (found.isEmpty()) {
            console()
                    .say(
                            "nothing for %s: what is slow is no verdict, what engine and browser do together no entry has, and what came and went within one release of a browser none can name"
                                    .formatted(file));
            return;
        }
        try {
            String before = Files.exists(file) ? InputFile.text(file, InputFile.TEXT) : "";
            String text = before;
            for (DatedExpectation entry : found) {
                text = entry.addedTo(text, file.toString());
            }
            OutputFiles.write(file, text);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.SUITE_INVALID,
                    "the expectations %s cannot be read: %s".formatted(file, FileErrorText.why(e)),
                    "name another file with --expectations; REPORT.md has what was found");
        }
        console().say("%d %s in %s".formatted(found.size(), found.size() == 1 ? "entry" : "entries", file));
    }

    /** Nothing of it is timed for its figures. */
    private static RunRequest quick(RunRequest run) {
        return run.with(run.cases().stream()
                .map(one -> one.with(one.settings()
                        .with(CaseKeys.MIN_ITERATIONS, 3)
                        .with(CaseKeys.SOFTWARE_ITERATIONS, 3)
                        .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                        .with(CaseKeys.WARM_UP_LIMIT, Duration.ZERO)))
                .toList());
    }

    /** Only what is timed needs the machine for itself. */
    private MachineLease turn(BisectRequest request) {
        return request.what() == What.SLOW
                ? MachineTurn.of(context(), request.run(), new RunListener() {
                    @Override
                    public void phase(String activity) {
                        console().say(activity);
                    }
                })
                : MachineLease.nothing();
    }

    private static Optional<Failure> failure(BisectReport report, boolean interrupted) {
        Ending ending = report.result().ending();
        if (interrupted) {
            return Optional.of(Failure.of(
                    ErrorCode.RUN_INTERRUPTED,
                    "stopped after %s; %s"
                            .formatted(
                                    Figures.counted(report.result().attempts(), "run"),
                                    ending instanceof Ending.Found
                                            ? "what is known is written"
                                            : "nothing is known yet"),
                    "run the same line again; with --json the document tells of each run"));
        }
        if (ending instanceof Ending.EqualEnds equal) {
            return Optional.of(Failure.of(ErrorCode.NOTHING_SELECTED_TO_RUN, equal.why(), equal.remedy()));
        }
        if (ending instanceof Ending.OtherWay other) {
            return Optional.of(Failure.of(ErrorCode.NOTHING_SELECTED_TO_RUN, other.why(), other.remedy()));
        }
        if (ending instanceof Ending.EndUnknown unknown) {
            return Optional.of(Failure.of(ErrorCode.NOTHING_RAN, unknown.why(), unknown.remedy()));
        }
        return ending instanceof Ending.Stopped stopped
                ? Optional.of(Failure.of(ErrorCode.SEARCH_TIMED_OUT, "nothing is known yet: " + stopped.why()))
                : Optional.empty();
    }

    private final class Talk implements BisectListener {
        private final What what;

        private Talk(What what) {
            this.what = what;
        }

        @Override
        public void phase(String activity) {
            console().say(activity);
        }

        @Override
        public void ran(Step step) {
            console()
                    .say("[%d/~%d] %s: %s%s"
                            .formatted(
                                    step.number(),
                                    step.expected(),
                                    step.pair(),
                                    SeenText.of(what, step.state()),
                                    step.tally().runs().size() == 1
                                            ? ""
                                            : ", run " + step.tally().runs().size()));
        }
    }
}
