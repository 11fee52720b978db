package dev.bascule.cli;

import dev.bascule.cli.bisect.BisectCommand;
import dev.bascule.cli.classify.ClassifyCommand;
import dev.bascule.cli.collect.CollectCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.GlobalOptions;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.decode.DecodeCommand;
import dev.bascule.cli.distributed.DistributedCommand;
import dev.bascule.cli.history.CompareCommand;
import dev.bascule.cli.history.HistoryCommand;
import dev.bascule.cli.history.QueryCommand;
import dev.bascule.cli.machine.ConfigCommand;
import dev.bascule.cli.machine.DoctorCommand;
import dev.bascule.cli.machine.InstallCommand;
import dev.bascule.cli.machine.ProfileCommand;
import dev.bascule.cli.machine.TrustCommand;
import dev.bascule.cli.pool.PoolCommand;
import dev.bascule.cli.predict.PredictCommand;
import dev.bascule.cli.quantize.QuantizeCommand;
import dev.bascule.cli.recommend.RecommendCommand;
import dev.bascule.cli.reduce.ReduceCommand;
import dev.bascule.cli.requirements.RequirementsCommand;
import dev.bascule.cli.run.ConformanceCommand;
import dev.bascule.cli.run.MatrixCommand;
import dev.bascule.cli.run.MergeCommand;
import dev.bascule.cli.run.ReportCommand;
import dev.bascule.cli.run.RunCommand;
import dev.bascule.cli.select.SelectCommand;
import dev.bascule.cli.serve.ServeCommand;
import dev.bascule.cli.simulate.SimulateCommand;
import dev.bascule.cli.train.TrainCommand;
import dev.bascule.cli.truth.TruthCommand;
import dev.bascule.cli.workers.CoordinatorCommand;
import dev.bascule.cli.workers.QueueCommand;
import dev.bascule.cli.workers.WorkerCommand;
import dev.bascule.fallback.error.ExitCode;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command above all others. */
@Command(
        name = "bascule",
        header = "The compatibility matrix in which no cell is ever invented.",
        description = {
            "",
            "Runs an ONNX model on every browser and native backend that you have, shows which device really ran it,"
                    + " checks the numbers, and falls back in the open."
        },
        subcommands = {
            RunCommand.class,
            ConformanceCommand.class,
            MergeCommand.class,
            ReduceCommand.class,
            TruthCommand.class,
            DecodeCommand.class,
            DistributedCommand.class,
            TrainCommand.class,
            QuantizeCommand.class,
            BisectCommand.class,
            ServeCommand.class,
            DoctorCommand.class,
            ProfileCommand.class,
            CollectCommand.class,
            PredictCommand.class,
            SelectCommand.class,
            RequirementsCommand.class,
            ClassifyCommand.class,
            RecommendCommand.class,
            PoolCommand.class,
            CoordinatorCommand.class,
            WorkerCommand.class,
            QueueCommand.class,
            SimulateCommand.class,
            InstallCommand.class,
            MatrixCommand.class,
            CompareCommand.class,
            ReportCommand.class,
            GenerateCommand.class,
            HistoryCommand.class,
            QueryCommand.class,
            ListCommand.class,
            ModelsCommand.class,
            ConfigCommand.class,
            TrustCommand.class,
            CompletionCommand.class,
            VersionCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule run                     three models on webgpu, webnn, wasm, cpu and chains",
            "  bascule run model.onnx          your own model",
            "  bascule conformance DIR         thousands of small cases: which operators are right where",
            "  bascule serve                   the same on a phone: open a link",
            "  bascule doctor                  what works on this machine",
            "  bascule profile                 how fast its devices are, native beside browser",
            "  bascule select model.onnx       where and how it runs best here",
            "  bascule matrix                  all models measured so far",
            "  bascule compare browser native  which is faster, and how sure that is",
            "  bascule history                 the runs behind it; backup, import, prune, check",
            "",
            "Exit codes: 0 fine, 1 failures, 2 usage, 3 invalid suite, model or configuration,",
            "4 nothing selected, 5 environment unusable, 6 infrastructure or time-out, 70 bug,",
            "130 interrupted."
        })
final class RootCommand implements Callable<Integer> {
    private final CliContext context;

    @Mixin
    @SuppressWarnings("UnusedVariable") // Commands find it among the root's mixins.
    private final GlobalOptions global = new GlobalOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--version", description = "Print the version.")
    private boolean version;

    RootCommand(CliContext context) {
        this.context = context;
    }

    /** Without a command. */
    @Override
    public Integer call() {
        if (version) {
            context.console().print(Version.line());
            return ExitCode.OK.status();
        }
        Objects.requireNonNull(spec, "picocli sets the spec before it calls a command")
                .commandLine()
                .usage(context.console().err());
        return ExitCode.USAGE.status();
    }
}
