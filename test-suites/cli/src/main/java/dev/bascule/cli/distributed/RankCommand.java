package dev.bascule.cli.distributed;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.output.ErrorReport;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.service.RunListener;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.DistributedService;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A command that has ranks do something, in its turn on the machine. */
@Command
abstract class RankCommand extends CliCommand {
    @Mixin
    private final RankOptions options = new RankOptions();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    RankCommand(CliContext context) {
        super(context);
    }

    /** What came of it. */
    record Result(String text, Map<String, Object> document, boolean holds) {}

    /** Refuses what needs no machine to be refused, before anybody waits for one. */
    void refuse() {}

    abstract Result result(DistributedService service, DistributedService.Listener listener);

    RankOptions options() {
        return options;
    }

    @Override
    protected List<Flags> flags() {
        return List.of(machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        RunListener waiting = new RunListener() {
            @Override
            public void phase(String activity) {
                console().say(activity);
            }
        };
        refuse();
        Result result;
        try (MachineLease turn = context()
                .services()
                .machine()
                .take(MachineUse.TIMED, config.get(Keys.MACHINE_LOCK), commandLine(), waiting::waiting)) {
            result = context()
                    .interrupts()
                    .during(() -> result(context().services().distributed(), console()::say));
        }
        boolean interrupted = Thread.interrupted() || context().interrupts().requested();
        if (json.wanted()) {
            JsonText.print(console(), result.document());
        } else {
            console().print(result.text());
        }
        if (interrupted) {
            ErrorReport.print(
                    console(),
                    Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped before all ranks were through"),
                    Optional.empty(),
                    commandLine());
            return ErrorCode.RUN_INTERRUPTED.exitCode();
        }
        return result.holds() ? ExitCode.OK : ExitCode.FAILURES;
    }
}
