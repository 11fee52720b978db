package dev.bascule.app.environment;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.target.Machine;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.nativerunner.machine.MachineProbe;
import java.util.List;
import java.util.Map;

/** Stands in for a machine on which no browser is installed. */
final class WithoutBrowser extends StoreRunEnvironment {
    WithoutBrowser(RunnerSource source, CacheFolder cache, TimeBreakdown times, ErrorCollector errors) {
        super(source, new ModelStores(cache, HubSettings.of(Map.of())), times, errors);
    }

    @Override
    public Machine machine() {
        return MachineProbe.read();
    }

    @Override
    public NoiseMeter noise() {
        return NoiseMeter.DEAF;
    }

    @Override
    public List<RunnerSource> browsers() {
        return List.of();
    }

    @Override
    void release() {}
}
