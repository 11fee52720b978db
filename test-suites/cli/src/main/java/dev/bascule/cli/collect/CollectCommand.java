package dev.bascule.cli.collect;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.JsonText;
import dev.bascule.cli.options.JsonOption;
import dev.bascule.cli.options.MachineLockOption;
import dev.bascule.cli.options.StoreOption;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.text.Durations;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.TimedAttempt;
import dev.bascule.studies.collect.CollectPlan;
import dev.bascule.studies.collect.CollectSlice;
import dev.bascule.studies.collect.CollectWish;
import dev.bascule.studies.collect.Configuration;
import dev.bascule.suites.suite.SuiteModel;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
                    + " alone meanwhile."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule collect --hours 2",
            "  bascule collect --dry-run                  what would be measured, and about how long it takes",
            "  bascule collect --probes 10 --threads 1    enough to predict for targets that are new",
            "  bascule collect --browsers none --models 'resnet-*' --models 'bert-*'",
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

    @Option(names = "--dry-run", description = "Say what would be measured, and about how long that takes.")
    private boolean dryRun;

    @Mixin
    private final CollectOptions options = new CollectOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

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
        Instant begun = context().clock().instant();
        Optional<Machine> machine = context().services().doctor().machine();
        List<BrowserCatalog.Entry> browsers = CollectScope.browsers(context(), config);
        Map<String, SuiteModel> chosen = chosen(config);
        Map<String, SuiteModel> known = new LinkedHashMap<>(CollectScope.anchors(anchors));
        known.putAll(chosen);
        CollectWish wish = new CollectWish(
                List.copyOf(chosen.keySet()),
                CollectScope.places(browsers, backends(config, machine)),
                CollectScope.threads(threads),
                CollectScope.atLeastOne(repeats, "--repeats"),
                anchors,
                CollectScope.duration(slice),
                config.get(Keys.SEED));
        List<CollectSlice> slices = left(config, wish, machine, browsers);
        tellPlan(wish, slices);
        if (dryRun || slices.isEmpty()) {
            return ended(slices, new CollectLoop.Result(CollectLoop.End.ALL_MEASURED, List.of(), 0, 0, 0), wish);
        }
        CollectRequests requests = new CollectRequests(
                context(),
                config,
                known,
                new RunPlan(config).setup(() -> context().services().browsers().ids()),
                commandLine());
        Duration limit = Duration.ofMillis((long) (hours * Duration.ofHours(1).toMillis()));
        CollectLoop.Result result = new CollectLoop(
                        context(), requests, new CollectedSlice(context(), config.get(Keys.STORE)), begun.plus(limit))
                .run(slices, wish.seed());
        return ended(slices, result, wish);
    }

    private Map<String, SuiteModel> chosen(Config config) {
        Map<String, SuiteModel> all = CollectScope.models(models);
        if (probes.isEmpty()) {
            return all;
        }
        List<String> told = Probes.of(
                PredictionData.of(context(), config.get(Keys.STORE), List.of()).set(),
                all.keySet(),
                CollectScope.atLeastOne(probes.get(), "--probes"));
        console().say("probes: " + String.join(" ", told));
        Map<String, SuiteModel> kept = new LinkedHashMap<>(all);
        kept.keySet().retainAll(told);
        return kept;
    }

    /** An emulated GPU takes most of a minute for a cell: who wants that names it. */
    private List<Backend> backends(Config config, Optional<Machine> machine) {
        List<Backend> all = config.get(Keys.BACKENDS);
        if (!config.isDefault(Keys.BACKENDS)
                || machine.map(Machine::hasHardwareGpu).orElse(true)) {
            return all;
        }
        List<Backend> others = all.stream()
                .filter(backend -> backend.accelerator() != DeviceType.GPU)
                .toList();
        console()
                .say("this machine has no GPU: %s is left out, --backends names it"
                        .formatted(all.stream()
                                .filter(backend -> !others.contains(backend))
                                .map(Backend::id)
                                .collect(Collectors.joining(", "))));
        return others;
    }

    private List<CollectSlice> left(
            Config config, CollectWish wish, Optional<Machine> machine, List<BrowserCatalog.Entry> browsers) {
        String file = config.get(Keys.STORE);
        if (!HistoryAccess.exists(context(), file)) {
            return CollectPlan.of(wish, Map.of(), Map.of());
        }
        List<TimedAttempt> attempts;
        try (History history = HistoryAccess.existing(context(), file)) {
            attempts = history.timedAttempts();
        }
        CollectTally tally = CollectTally.of(machine.map(Machine::fingerprint), browsers);
        Map<Configuration, Integer> sessions = tally.sessions(attempts);
        Map<String, Set<Backend>> absent = tally.absent(attempts);
        absent.forEach((place, backends) -> {
            if (!backends.isEmpty()) {
                console()
                        .say("%s has no %s here, as an earlier run found"
                                .formatted(
                                        place,
                                        String.join(
                                                ", ",
                                                backends.stream()
                                                        .map(Backend::id)
                                                        .sorted()
                                                        .toList())));
            }
        });
        return CollectPlan.of(wish, sessions, absent);
    }

    private void tellPlan(CollectWish wish, List<CollectSlice> slices) {
        if (slices.isEmpty()) {
            console().say(nothing(wish));
            return;
        }
        console()
                .say("%s left to measure, in %s of about %s in all"
                        .formatted(
                                Figures.counted(CollectPlan.configurations(slices), "configuration"),
                                Figures.counted(slices.size(), "slice"),
                                Durations.about(CollectPlan.takes(slices))));
    }

    private static String nothing(CollectWish wish) {
        return "nothing left to measure, because the history has %s of each of the %s here; --repeats asks for more"
                .formatted(
                        Figures.counted(wish.repeats(), "session"),
                        Figures.counted(wish.models().size(), "model"));
    }

    private ExitCode ended(List<CollectSlice> slices, CollectLoop.Result result, CollectWish wish) {
        if (json.wanted()) {
            JsonText.print(console(), CollectDocument.of(wish, slices, result, dryRun));
        } else {
            console().print(CollectDocument.text(slices, result, dryRun));
        }
        return result.end() == CollectLoop.End.INTERRUPTED ? ExitCode.INTERRUPTED : ExitCode.OK;
    }
}
