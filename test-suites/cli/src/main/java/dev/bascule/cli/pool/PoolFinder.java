package dev.bascule.cli.pool;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.text.Glob;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.prediction.pool.MemoryRoom;
import dev.bascule.prediction.pool.PoolDevice;
import dev.bascule.prediction.pool.PoolDevices;
import dev.bascule.prediction.pool.PoolModel;
import dev.bascule.prediction.pool.PoolTask;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.CaseResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds what is known of models on the targets of this machine; runs none. */
record PoolFinder(CliContext context, String store, PoolWish wish) {
    /** Of free memory what is left alone: other programs want some, too. */
    private static final double RESERVE = 0.1;

    FoundPool find() {
        PredictionData data = PredictionData.of(context, store, wish.data());
        List<PooledModel> models = models(data);
        String machine =
                context.services().doctor().machine().map(Machine::fingerprint).orElse("");
        int processors = Runtime.getRuntime().availableProcessors();
        PoolDevices devices = PoolDevices.of(
                context.services().doctor().devices().orElseGet(HardwareMap::empty), processors, RESERVE);
        List<PoolDevice> used = used(devices);
        List<LocalTarget> targets = LocalTarget.of(data, machine).stream()
                .filter(target -> matches(wish.on(), target.key().toString()))
                .toList();
        List<CaseResult> cells = cells(machine);
        FreeMemory free = FreeMemory.ofHost();
        PoolPairs pairs = new PoolPairs(devices, used, processors, new Presence(context));
        for (PooledModel model : models) {
            PairTimes times = new PairTimes(data, model, wish.interval());
            PairMemory memory = PairMemory.of(cells, model);
            targets.forEach(target -> pairs.add(model, target, times, memory));
        }
        return new FoundPool(
                new PoolTask(
                        models.stream()
                                .map(model -> new PoolModel(model.name(), model.rate()))
                                .toList(),
                        used,
                        host(free),
                        pairs.options(),
                        wish.limits()),
                free.source(),
                labels(targets),
                pairs.leftOut(),
                targets.isEmpty()
                        ? List.of("of this machine no target is known: bascule run measures times and memory, and"
                                + " bascule collect --probes 10 what predictions are learned from")
                        : List.of(),
                new PoolOrigin(machine, sources(models), wish.memory()));
    }

    private Map<String, PoolOrigin.Source> sources(List<PooledModel> models) {
        Map<String, PoolOrigin.Source> sources = new HashMap<>();
        for (int i = 0; i < models.size(); i++) {
            sources.put(
                    models.get(i).name(),
                    new PoolOrigin.Source(
                            wish.models().get(i).reference(), models.get(i).sha256()));
        }
        return sources;
    }

    private static Map<String, String> labels(List<LocalTarget> targets) {
        Map<String, String> labels = new HashMap<>();
        for (LocalTarget target : targets) {
            if (targets.stream()
                            .filter(other -> other.label().equals(target.label()))
                            .count()
                    == 1) {
                labels.put(target.key().toString(), target.label());
            }
        }
        return labels;
    }

    private List<PooledModel> models(PredictionData data) {
        ModelResolver resolver = ModelResolver.lenient(
                CacheFolder.of(context.environment(), context.home()), HubSettings.of(context.environment()));
        List<PooledModel> models = new ArrayList<>();
        for (WantedModel wanted : wish.models()) {
            ResolvedModel resolved = resolver.resolve(wanted.reference(), Path.of(""));
            if (models.stream()
                    .anyMatch(other -> other.name().equals(resolved.info().name()))) {
                throw PoolOptions.usage("%s is there twice: add its rates up"
                        .formatted(resolved.info().name()));
            }
            models.add(PooledModel.of(resolved, wanted.rate(), MemoryNeed.of(resolved.inspection(), Map.of()), data));
        }
        return models;
    }

    private List<PoolDevice> used(PoolDevices devices) {
        List<PoolDevice> used = devices.all().stream()
                .filter(device -> matches(wish.devices(), device.id()))
                .toList();
        if (used.isEmpty()) {
            throw PoolOptions.usage("--devices %s: there are %s"
                    .formatted(
                            String.join(",", wish.devices()),
                            String.join(
                                    ", ",
                                    devices.all().stream().map(PoolDevice::id).toList())));
        }
        return used;
    }

    private static boolean matches(List<String> globs, String text) {
        return globs.isEmpty() || globs.stream().anyMatch(glob -> Glob.of(glob).matches(text));
    }

    /** What was asked for, and no more than is free less the reserve. */
    private Optional<MemoryRoom> host(FreeMemory free) {
        Optional<MemoryRoom> left = free.bytes().isPresent()
                ? Optional.of(new MemoryRoom(
                        (long) (free.bytes().getAsLong() * (1 - RESERVE)),
                        "%s, less %.0f %%".formatted(free.source(), 100 * RESERVE)))
                : Optional.empty();
        return wish.memory().isPresent()
                        && left.filter(room -> room.bytes() < wish.memory().getAsLong())
                                .isEmpty()
                ? Optional.of(new MemoryRoom(wish.memory().getAsLong(), "--memory"))
                : left;
    }

    private List<CaseResult> cells(String machine) {
        if (!HistoryAccess.exists(context, store)) {
            return List.of();
        }
        try (History history = HistoryAccess.existing(context, store)) {
            return history.latestCells(RunFilter.ALL).stream()
                    .filter(cell -> cell.machine().fingerprint().equals(machine))
                    .toList();
        }
    }
}
