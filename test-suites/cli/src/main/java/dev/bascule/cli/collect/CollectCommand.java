package dev.bascule.cli.collect;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.OnOptions;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "collect",
        description = {
            "Fills the history with what predictions are learned from: models of the suites zoo and sizes, on each backend"
                    + " and browser found here, on different numbers of threads. What the history has of this machine with the"
                    + " same versions is left out.",
            "",
            "Measures in slices of some minutes, each a run of its own that is kept at its end, so that whoever is killed"
                    + " loses one slice; the same line goes on. A slice begins and ends with the same few models, by which a"
                    + " drift of the machine can be told. The kernels of each model are learned as well. Leave the machine"
                    + " alone meanwhile.",
            "",
            "With --on it collects on every worker of a pool at the same time, each for itself: a slice's cells are jobs of that"
                    + " worker, and what comes back is kept as that machine's. What the history has of a machine is left out"
                    + " likewise."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule collect --hours 2",
            "  bascule collect --dry-run                  what would be measured, and about how long it takes",
            "  bascule collect --probes 10 --threads 1    enough to predict for targets that are new",
            "  bascule collect --browsers none --models 'resnet-*' --models 'bert-*'",
            "  bascule collect --processors 1,2 --cpu-quota 0.5 --probes 10",
            "  bascule collect --browsers chromium --engine-versions 1.23.2,1.29.0 --probes 10",
            "  bascule collect --on @token.txt --where 'os=linux' --hours 4   on the workers of a pool",
            "  bascule collect --hours 0.5 --json | jq .runs"
        })
public final class CollectCommand extends CliCommand {
    @Option(
            names = "--hours",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "When to end at the latest, about (default: 1).")
    private double hours;

    @Option(
            names = "--slice",
            paramLabel = "TIME",
            defaultValue = "5m",
            description = "About how long a slice may take (default: 5m).")
    private String slice = "5m";

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "2",
            description = "Sessions of each configuration at most, those of the history included (default: 2).")
    private int repeats;

    @Option(
            names = "--threads",
            paramLabel = "N,…",
            split = ",",
            description = "Threads of CPU engines (default: 1, and as many as there are cores).")
    private List<Integer> threads = List.of();

    @Option(
            names = "--models",
            paramLabel = "GLOB",
            description =
                    "Only models of the suites zoo and sizes whose name matches, whatever their size; may be repeated"
                            + " (default: all whose file is below 64 MB).")
    private List<String> models = List.of();

    @Option(
            names = "--probes",
            paramLabel = "N",
            description =
                    "Only the N models that tell most of targets that are not known yet (D-optimal, by the data that"
                            + " predictions are made of): ten are measured in about a minute a target.")
    private Optional<Integer> probes = Optional.empty();

    @Option(
            names = "--anchors",
            paramLabel = "MODEL,…",
            split = ",",
            description = "Models that each slice begins and ends with (default: bert-micro,resnet-micro,ds-cnn).")
    private List<String> anchors = ShortTiming.ANCHORS;

    @Option(
            names = "--processors",
            paramLabel = "N,…",
            split = ",",
            description =
                    "Collect with so many of the processors, by taskset, once for each number: each is a machine of its own in"
                            + " the history (default: all).")
    private List<Integer> processors = List.of();

    @Option(
            names = "--cpu-quota",
            paramLabel = "N,…",
            split = ",",
            description =
                    "Collect with the time of so many processors, such as 0.5, by a control group of Linux, where this process"
                            + " may make one (seen to work with version 1); each is a machine of its own likewise.")
    private List<Double> quotas = List.of();

    @Option(
            names = "--engine-versions",
            paramLabel = "VERSION,…",
            split = ",",
            description =
                    "Versions of onnxruntime-web that pages load, as `bascule install onnxruntime-web@VERSION` fetched them;"
                            + " each is a target of its own (default: the bundled one). Native engines have one version each.")
    private List<String> engines = List.of();

    @Option(names = "--dry-run", description = "Say what would be measured, and about how long that takes.")
    private boolean dryRun;

    @Mixin
    private final CollectOptions options = new CollectOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Mixin
    private final OnOptions on = new OnOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    CollectCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(options.flags(), store.flags(), machineLock.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        ParentWatch.begin();
        List<Confinement> confinements = Confinements.of(processors, quotas);
        Duration limit = Duration.ofMillis((long) (hours * Duration.ofHours(1).toMillis()));
        on.refuseAlone();
        if (on.on().isPresent() && (!confinements.isEmpty() || !engines.isEmpty())) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--processors, --cpu-quota and --engine-versions are of this machine, and --on is of others",
                    "taskset -c 0,1 bascule worker --join … makes a worker of some processors");
        }
        if (!confinements.isEmpty()) {
            return new ConfinedCollecting(context(), words(), limit, confinements).run(json.wanted());
        }
        Collecting here = new Collecting(
                context(),
                config,
                commandLine(),
                new Collecting.Ask(
                        limit,
                        CollectScope.duration(slice),
                        repeats,
                        threads,
                        models,
                        probes,
                        anchors,
                        engines,
                        dryRun));
        return on.on().isPresent() ? new PooledCollecting(here, on).run(json.wanted()) : here.run(json.wanted());
    }
}
