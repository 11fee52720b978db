package dev.bascule.studies.reduce;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.studies.reduce.trial.RunnerTrial;
import dev.bascule.studies.reduce.trial.Trial;
import java.nio.file.Path;
import java.time.Duration;

/** Real native children: one that is the reference, one that plays a target. */
public final class NativeSide implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
    private final RunnerSource source = new RunnerSource(
            "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
    private final RunnerTrial reference;
    private final RunnerTrial target;

    public NativeSide(Path folder) {
        JobIds ids = new JobIds();
        reference = trial(SessionSettings.defaults().asReference(), ids, folder);
        target = trial(SessionSettings.defaults(), ids, folder);
    }

    /** What a trial does to a page, a fall does to a process: a fresh one each time would only cost time here. */
    private RunnerTrial trial(SessionSettings settings, JobIds ids, Path folder) {
        return new RunnerTrial(
                source, Backends.NATIVE_CPU, settings, LIMIT, ids, folder, RunnerTrial.Freshness.AFTER_A_FALL);
    }

    Trial reference() {
        return reference;
    }

    public Trial target() {
        return target;
    }

    @Override
    public void close() {
        reference.close();
        target.close();
        source.close();
        bridge.close();
    }
}
