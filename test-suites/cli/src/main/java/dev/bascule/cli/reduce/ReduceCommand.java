package dev.bascule.cli.reduce;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.run.OutFolder;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.options.InputOptions;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.ReduceOptions;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.reduce.EarlyStop;
import dev.bascule.studies.reduce.ReduceRequest;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.ReductionStep;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "reduce",
        abbreviateSynopsis = true,
        description = {
            "Shrinks a case that is wrong or crashes on a target to the smallest one that fails in the same way.",
            "Names the first wrong node, and writes a folder with the model, its data, a page that shows the failure,"
                    + " and a bug report.",
            "Ends with exit code 4 when it does not fail on the target."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule reduce model.onnx --target webgpu",
            "  bascule reduce model.onnx --target webgpu --build ort.all",
            "  bascule reduce onnx-node/test_conv --target chrome-headless-shell:webnn",
            "  bascule reduce onnx-node:node:test_conv --cases onnx-node --target webgpu --out repro"
        })
public final class ReduceCommand extends CliCommand {
    @Parameters(
            paramLabel = "CASE|MODEL",
            description = "An .onnx file, a folder in the backend-test layout, a built-in name, hf:org/repo[/file], or"
                    + " with --cases the id of a case.")
    private String argument = "";

    @Mixin
    private final ReduceOptions options = new ReduceOptions();

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    ReduceCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags(), options.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        ReducePlan plan = new ReducePlan(context(), config, options, inputs);
        ReduceRequest request = plan.request(argument, commandLine());
        OutFolder.prepare(request.out());
        ReduceService.Report report = context()
                .interrupts()
                .during(() -> context().services().reduce().reduce(request, new Talk()));
        boolean interrupted = Thread.interrupted() || context().interrupts().requested();
        Reduction reduction = report.reduction();
        if (reduction instanceof Reduction.Interrupted || interrupted && !(reduction instanceof Reduction.Reduced)) {
            plan.clean(request.out());
            return complain(Failure.of(
                    ErrorCode.RUN_INTERRUPTED, "stopped before the whole model was seen to fail; nothing is written"));
        }
        if (reduction instanceof Reduction.NotFailing right) {
            plan.clean(request.out());
            return complain(Failure.of(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "it does not fail on %s: %s"
                            .formatted(
                                    options.target().text(),
                                    right.note().orElse("every output is what the reference gives")),
                    "name the target, the build (--build) and the inputs (--input) that it fails with"));
        }
        if (reduction instanceof Reduction.NoReference none) {
            plan.clean(request.out());
            return complain(Failure.of(ErrorCode.REFERENCE_UNAVAILABLE, none.why()));
        }
        Reduction.Reduced reduced = (Reduction.Reduced) reduction;
        if (json.wanted()) {
            JsonText.print(console(), ReduceText.document(reduced, report, request.out()));
        } else {
            console().print(ReduceText.of(reduced, report, request.out()));
        }
        if (interrupted || reduced.cutShort().filter(EarlyStop::byUser).isPresent()) {
            return complain(Failure.of(
                    ErrorCode.RUN_INTERRUPTED,
                    "stopped after %d steps; what was reached is written"
                            .formatted(reduced.steps().size())));
        }
        return ExitCode.OK;
    }

    private ExitCode complain(Failure failure) {
        ErrorReport.print(console(), failure, Optional.empty(), commandLine());
        return failure.code().exitCode();
    }

    private final class Talk implements ReduceService.Listener {
        @Override
        public void phase(String activity) {
            console().say(activity);
        }

        @Override
        public void step(ReductionStep step) {
            console()
                    .say("[%d] %s: %s: %s%s (%d nodes, %d elements)"
                            .formatted(
                                    step.number(),
                                    step.stage(),
                                    step.what(),
                                    step.accepted() ? "kept: " : "",
                                    step.why(),
                                    step.nodes(),
                                    step.elements()));
        }
    }

    /** Where the folder of what is left is, unless it is named. */
    static String usual(String name, String target) {
        return ".bascule/repros/%s-%s".formatted(name, target.replace(':', '-'));
    }
}
