package dev.bascule.cli.collect;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.JsonText;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.text.Durations;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.studies.collect.CollectOrder;
import dev.bascule.studies.collect.CollectPlan;
import dev.bascule.studies.collect.CollectSlice;
import dev.bascule.studies.collect.CollectWish;
import dev.bascule.suites.suite.SuiteModel;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Collects what predictions are learned from.
 *
 * @param command as typed
 * @param ask what is wanted
 */
public record Collecting(CliContext context, Config config, String command, Ask ask) {
    /** As many models as tell a new target apart from those that are known. */
    private static final int PROBES = 10;

    /**
     * What is wanted.
     *
     * @param limit when to end at the latest, about
     * @param slice about how long a slice may take
     * @param repeats sessions of each configuration
     * @param threads of CPU engines; 1 and as many as there are cores where it is empty
     * @param models globs; all small ones where it is empty
     * @param probes only so many, those that tell most
     * @param anchors that each slice begins and ends with
     * @param engines versions of onnxruntime-web; the bundled one where it is empty
     * @param dryRun whether nothing is measured
     */
    public record Ask(
            Duration limit,
            Duration slice,
            int repeats,
            List<Integer> threads,
            List<String> models,
            Optional<Integer> probes,
            List<String> anchors,
            List<String> engines,
            boolean dryRun) {}

    /** The ten models that tell most, on one thread: what predictions for a new machine or browser take at least. */
    public static Collecting calibration(CliContext context, Config config, String command) {
        return new Collecting(
                context,
                config,
                command,
                new Ask(
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(5),
                        1,
                        List.of(1),
                        List.of(),
                        Optional.of(PROBES),
                        ShortTiming.ANCHORS,
                        List.of(),
                        false));
    }

    /** @param json whether stdout gets a document */
    public ExitCode run(boolean json) {
        Instant begun = context.clock().instant();
        Optional<Machine> machine = context.services().doctor().machine();
        List<BrowserCatalog.Entry> browsers = CollectScope.browsers(context, config);
        Map<String, SuiteModel> chosen = chosen();
        Map<String, SuiteModel> known = new LinkedHashMap<>(CollectScope.anchors(ask.anchors()));
        known.putAll(chosen);
        CollectWish wish = new CollectWish(
                List.copyOf(chosen.keySet()),
                CollectScope.places(browsers, backends(machine), engines()),
                CollectScope.threads(ask.threads()),
                CollectScope.atLeastOne(ask.repeats(), "--repeats"),
                ask.anchors(),
                ask.slice(),
                config.get(Keys.SEED));
        List<CollectSlice> slices = left(wish, machine, browsers);
        tellPlan(wish, slices);
        if (ask.dryRun() || slices.isEmpty()) {
            return ended(slices, new CollectLoop.Result(CollectLoop.End.ALL_MEASURED, List.of(), 0, 0, 0), wish, json);
        }
        CollectRequests requests = new CollectRequests(
                context,
                config,
                known,
                new RunPlan(config).setup(() -> context.services().browsers().ids()),
                command);
        CollectLoop.Result result = new CollectLoop(
                        context, requests, new CollectedSlice(context, config.get(Keys.STORE)), begun.plus(ask.limit()))
                .run(new CollectOrder(slices, wish.slice()), wish.seed());
        return ended(slices, result, wish, json);
    }

    Map<String, SuiteModel> chosen() {
        Map<String, SuiteModel> all = CollectScope.models(ask.models());
        if (ask.probes().isEmpty()) {
            return all;
        }
        List<String> told = Probes.of(
                PredictionData.of(context, config.get(Keys.STORE), List.of()).set(),
                all.keySet(),
                CollectScope.atLeastOne(ask.probes().get(), "--probes"));
        context.console().say("probes: " + String.join(" ", told));
        Map<String, SuiteModel> kept = new LinkedHashMap<>(all);
        kept.keySet().retainAll(told);
        return kept;
    }

    /** Those that are here; who asks for none means the bundled one. */
    private List<Optional<ReleaseVersion>> engines() {
        if (ask.engines().isEmpty()) {
            return List.of(Optional.empty());
        }
        Optional<String> bundled =
                EngineBuilds.ofThisMachine().of(Backends.WASM).map(EngineBuilds.Build::version);
        VersionShelf shelf = context.services().versions(false);
        List<Optional<ReleaseVersion>> here = new ArrayList<>();
        for (String word : ask.engines()) {
            ReleaseVersion version = ReleaseVersion.parse(word)
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "--engine-versions %s: it is no version such as 1.23.2".formatted(word)));
            if (bundled.equals(Optional.of(word))) {
                here.add(Optional.empty());
            } else if (shelf.versions(Axis.ENGINE).contains(word)) {
                here.add(Optional.of(version));
            } else {
                context.console()
                        .complain("onnxruntime-web %s is left out, because it is not here: bascule install %s@%s"
                                .formatted(word, Axis.ENGINE.part(), word));
            }
        }
        return here.stream().distinct().toList();
    }

    /** An emulated GPU takes most of a minute for a cell: who wants that names it. */
    private List<Backend> backends(Optional<Machine> machine) {
        List<Backend> all = config.get(Keys.BACKENDS);
        if (!config.isDefault(Keys.BACKENDS)
                || machine.map(Machine::hasHardwareGpu).orElse(true)) {
            return all;
        }
        List<Backend> others = all.stream()
                .filter(backend -> backend.accelerator() != DeviceType.GPU)
                .toList();
        context.console()
                .say("this machine has no GPU: %s is left out, --backends names it"
                        .formatted(all.stream()
                                .filter(backend -> !others.contains(backend))
                                .map(Backend::id)
                                .collect(Collectors.joining(", "))));
        return others;
    }

    private List<CollectSlice> left(CollectWish wish, Optional<Machine> machine, List<BrowserCatalog.Entry> browsers) {
        KnownCells known = KnownCells.of(context, config.get(Keys.STORE));
        CollectTally tally = CollectTally.of(machine.map(Machine::fingerprint), browsers);
        Map<String, Set<Backend>> absent = tally.absent(known.attempts());
        absent.forEach((place, backends) -> {
            if (!backends.isEmpty()) {
                context.console()
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
        return CollectPlan.of(wish, tally.sessions(known.attempts()), absent, tally.pace(known));
    }

    private void tellPlan(CollectWish wish, List<CollectSlice> slices) {
        if (slices.isEmpty()) {
            context.console().say(nothing(wish));
            return;
        }
        context.console().say(left(slices));
    }

    static String left(List<CollectSlice> slices) {
        return "%s left to measure, in %s of about %s in all"
                .formatted(
                        Figures.counted(CollectPlan.configurations(slices), "configuration"),
                        Figures.counted(slices.size(), "slice"),
                        Durations.about(CollectPlan.takes(slices)));
    }

    static String nothing(CollectWish wish) {
        return "nothing left to measure, because the history has %s of each of the %s here; --repeats asks for more"
                .formatted(
                        Figures.counted(wish.repeats(), "session"),
                        Figures.counted(wish.models().size(), "model"));
    }

    private ExitCode ended(List<CollectSlice> slices, CollectLoop.Result result, CollectWish wish, boolean json) {
        if (json) {
            JsonText.print(context.console(), CollectDocument.of(wish, slices, result, ask.dryRun()));
        } else {
            context.console().print(CollectDocument.text(slices, result, ask.dryRun()));
        }
        return switch (result.end()) {
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case INCOMPLETE, BROKEN -> ExitCode.FAILURES;
            case ALL_MEASURED, TIME -> ExitCode.OK;
        };
    }
}
