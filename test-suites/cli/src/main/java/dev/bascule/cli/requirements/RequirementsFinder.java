package dev.bascule.cli.requirements;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.requirements.Requirements.OfTarget;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.prediction.memory.MemoryBound;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.prediction.memory.TargetKind;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.CaseResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds what a model asks of this machine; runs nothing. */
record RequirementsFinder(CliContext context, String store) {

    Requirements of(String reference) {
        ResolvedModel resolved = ModelResolver.lenient(
                        CacheFolder.of(context.environment(), context.home()), HubSettings.of(context.environment()))
                .resolve(reference, Path.of(""));
        ModelInspection inspection = resolved.inspection();
        MemoryNeed need = MemoryNeed.of(inspection, Map.of());
        FreeMemory free = FreeMemory.ofHost();
        MemoryBounds bounds = MemoryBounds.shipped().with(seen(), resolved.info(), need);
        Optional<BatchRoom> room = need.estimate().map(one -> BatchRoom.of(inspection, one));
        EngineBuilds builds = EngineBuilds.ofThisMachine();
        Optional<HardwareMap> devices = context.services().doctor().devices();
        ModelFormat format = inspection.artifact().format();
        List<OfTarget> targets = new ArrayList<>();
        for (Backend backend : Backends.installed().all()) {
            if (builds.opens(backend, format) && isHere(backend, format, builds, devices)) {
                targets.addAll(targets(backend, need, room, bounds, free));
            }
        }
        return new Requirements(
                resolved.info(),
                need,
                free,
                resolved.info().bytes(),
                Runtime.getRuntime().availableProcessors(),
                targets);
    }

    private static boolean isHere(
            Backend backend, ModelFormat format, EngineBuilds builds, Optional<HardwareMap> devices) {
        return backend.side() == Side.BROWSER
                || builds.absence(backend, format).isEmpty()
                        && devices.map(map -> !(DeviceFit.here(backend, map) instanceof DeviceFit.Nowhere))
                                .orElse(true);
    }

    /** A browser's backend has a row for each browser that was measured; one that was measured nowhere has one, without a number. */
    static List<OfTarget> targets(
            Backend backend, MemoryNeed need, Optional<BatchRoom> room, MemoryBounds bounds, FreeMemory free) {
        if (room.isEmpty()) {
            return List.of(new OfTarget(name(backend), Optional.empty(), Optional.empty(), need.reason()));
        }
        List<OfTarget> rows = bounds.kinds().stream()
                .filter(kind -> kind.isOf(backend))
                .map(kind -> target(kind, backend, room.get(), bounds, free))
                .toList();
        return rows.isEmpty()
                ? List.of(new OfTarget(
                        name(backend), Optional.empty(), Optional.empty(), MemoryBound.unmeasured(backend)))
                : rows;
    }

    private static OfTarget target(
            TargetKind kind, Backend backend, BatchRoom room, MemoryBounds bounds, FreeMemory free) {
        Optional<MemoryBound> bound = bounds.of(kind, room.one());
        if (bound.isEmpty()) {
            return new OfTarget(kind.toString(), bound, Optional.empty(), MemoryBound.unmeasured(backend));
        }
        String basis = bound.get().basis();
        if (bound.get().lowerBound()) {
            return new OfTarget(
                    kind.toString(),
                    bound,
                    Optional.empty(),
                    basis + "; not all is counted: " + room.one().reason());
        }
        OptionalLong host = free.bytes();
        if (host.isEmpty()) {
            return new OfTarget(
                    kind.toString(), bound, Optional.empty(), basis + "; what is free is not known: " + free.source());
        }
        long most = room.most(
                tensors -> bounds.of(kind, tensors).map(MemoryBound::bytes).orElse(Long.MAX_VALUE), host.getAsLong());
        OptionalLong page = free.within(List.of(backend)).bytes();
        if (page.isPresent()) {
            most = Math.min(most, room.most(MemoryEstimate::total, page.getAsLong()));
        }
        if (most == 0) {
            return new OfTarget(
                    kind.toString(), bound, Optional.of(0L), basis + "; more than is free, so it may not fit");
        }
        return room.follows()
                ? new OfTarget(kind.toString(), bound, Optional.of(most), basis)
                : new OfTarget(kind.toString(), bound, Optional.of(1L), basis + "; no input follows the batch");
    }

    private static String name(Backend backend) {
        return (backend.side() == Side.BROWSER ? "browser " : "native ") + backend.id();
    }

    private List<CaseResult> seen() {
        if (!HistoryAccess.exists(context, store)) {
            return List.of();
        }
        try (History history = HistoryAccess.existing(context, store)) {
            return history.latestCells(RunFilter.ALL);
        }
    }
}
