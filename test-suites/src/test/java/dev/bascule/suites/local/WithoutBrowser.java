package dev.bascule.suites.local;

import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.machine.MachineProbe;
import dev.bascule.suites.cache.CacheFolder;
import dev.bascule.suites.execution.NoiseMeter;
import dev.bascule.suites.execution.RunnerSource;
import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.models.HubSettings;
import java.util.List;
import java.util.Map;

/** Stands in for a machine on which no browser is installed. */
final class WithoutBrowser extends StockedWorkbench {
    WithoutBrowser(RunnerSource source, CacheFolder cache, TimeLedger ledger, ErrorCollector errors) {
        super(source, new ModelStores(cache, HubSettings.of(Map.of())), ledger, errors);
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
