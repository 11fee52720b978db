package dev.bascule.cli.workers;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.local.KeptConformanceRunners;
import dev.bascule.app.orders.LocalJobWork;
import dev.bascule.app.orders.MachineSensors;
import dev.bascule.app.orders.WorkerInventory;
import dev.bascule.app.orders.WorkerLabels;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Version;
import dev.bascule.cli.options.BrowserOptions;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.DoctorReport;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "worker",
        abbreviateSynopsis = true,
        description = {
            "Joins a coordinator, and runs on this machine what is sent to it, one job at a time, until Ctrl-C.",
            "First it verifies what this machine can, by running a tiny model on each backend: jobs are matched to"
                    + " that.",
            "It takes models by their hash and cases as data: no path, no program, no flag of a browser, no plugin."
                    + " Browsers are started as the options here say."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule worker --join 'bascule://lab:7423#TOKEN'",
            "  bascule worker --join @token.txt --labels gpu-lab,quiet",
            "  taskset -c 0,1 bascule worker --join @token.txt --browsers none"
        })
public final class WorkerCommand extends CliCommand {
    private static final long CACHE = 8L << 30;

    @Option(
            names = "--join",
            required = true,
            paramLabel = "URL#TOKEN",
            description = "What the coordinator printed for a worker; @FILE reads it from a file, so that no list of"
                    + " processes shows it.")
    private String join = "";

    @Option(
            names = "--labels",
            split = ",",
            paramLabel = "LABEL,…",
            description = "What --where may name this machine by: words of letters, digits, '.', '_' and '-'.")
    private List<String> labels = List.of();

    @Option(
            names = "--keep-runners",
            paramLabel = "TIME",
            description =
                    "How long runners of conformance cases stay for the next such job when nobody uses them: such as 10m;"
                            + " 0 keeps none (default: 30s).")
    private @Nullable String keep;

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    WorkerCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(browsers.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        Duration idle = kept();
        JoinAddress address = JoinText.read(join, context().folder(), config);
        Set<String> named = WorkerLabels.named(labels);
        BrowserSetup setup =
                new RunPlan(config).setup(() -> context().services().browsers().ids());
        return context().interrupts().during(() -> {
            Inventory inventory = inventory(address.id(), setup, named);
            if (Thread.interrupted()) {
                return ExitCode.INTERRUPTED;
            }
            console().say(InventoryText.of(inventory));
            return work(address, inventory, setup, idle);
        });
    }

    private Duration kept() {
        return Optional.ofNullable(keep)
                .map(text -> Durations.parse(text)
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.USAGE_ERROR,
                                "--keep-runners '%s' is no time such as 30s or 10m".formatted(text),
                                "bascule worker --keep-runners 10m")))
                .orElse(KeptConformanceRunners.USUALLY_IDLE);
    }

    private Inventory inventory(String id, BrowserSetup setup, Set<String> named) {
        console().say("looking at what this machine can");
        DoctorReport report;
        try (Progress progress = Progress.on(console())) {
            report = context().services().doctor().examine(setup, progress);
        }
        return WorkerInventory.ofThisMachine(
                report,
                context().services().browsers().browsers(),
                WorkerLabels.of(id, report.machine(), context().services().versions(false), named));
    }

    private ExitCode work(JoinAddress address, Inventory inventory, BrowserSetup setup, Duration idle) {
        LocalJobWork work = new LocalJobWork(
                new LocalJobWork.Services(
                        context().services()::runs,
                        context().services().keptConformance(idle),
                        context().services().cases(),
                        context().services()::machine,
                        () -> context().services().browsers().ids(),
                        () -> context().services().versions(false),
                        context().services()::beside,
                        context().services()::replicaWork),
                setup);
        WorkerSettings settings = new WorkerSettings(
                address,
                inventory,
                CacheFolder.of(context().environment(), context().home())
                        .root()
                        .resolve("workers")
                        .resolve(address.id()),
                CACHE,
                Version.number(),
                console()::say);
        try (work;
                MachineSensors sensors = MachineSensors.ofThisMachine(console()::say)) {
            String felt = sensors.words();
            try (Worker worker = Worker.join(settings, work, sensors)) {
                console().say("joined %s as %s; Ctrl-C leaves".formatted(address.url(), address.id()));
                console().say(felt);
                worker.await();
                return ExitCode.OK;
            }
        } catch (InterruptedException e) {
            console().say("left; a job that was not done goes to another worker");
            return ExitCode.OK;
        }
    }
}
