package dev.bascule.redteam;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.server.RouteProvider;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.AttemptExecutor;
import dev.bascule.execution.attempt.AttemptJudge;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.Challenges;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Attempts with a runner that may lie, judged as in a run, by the reference of an honest child process. */
final class Trap implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Enough of each for times to be held against each other. */
    private static final TimingPlan TIMED =
            new TimingPlan(40, Duration.ZERO, 40, Duration.ofSeconds(2), Duration.ofSeconds(5), 1);
    /** Where nobody looks at a time. */
    private static final TimingPlan FEW = new TimingPlan(8, Duration.ZERO, 8, Duration.ZERO, Duration.ofSeconds(5), 1);

    private final BridgeServer bridge;
    private final RunnerSource natives = Honest.CHILD;
    private final RunnerSource suspect;

    /** @param suspect launches the runner in question, which comes to this bridge */
    Trap(List<RouteProvider> providers, Side side, Function<BridgeServer, Launcher> suspect) {
        bridge = BridgeServer.start(BridgeConfig.defaults(), List.of(), providers);
        this.suspect = source("suspect", side, suspect.apply(bridge), bridge);
    }

    private static RunnerSource source(String name, Side side, Launcher launcher, BridgeServer bridge) {
        return new RunnerSource(name, side, launcher, bridge, LIMIT, new TimeBreakdown());
    }

    /** The whole way of an attempt: warm-up, blocks in turn with native CPU, evidence, verdict. */
    Attempt attempt(String model, Backend backend) {
        return attempt(model, backend, TIMED);
    }

    /** The same with few inferences, whose times say nothing. */
    Attempt brief(String model, Backend backend) {
        return attempt(model, backend, FEW);
    }

    private Attempt attempt(String model, Backend backend, TimingPlan timing) {
        AttemptExecutor executor = new AttemptExecutor(
                Honest.REFERENCES,
                new AttemptJudge(new EvidenceJudge(Backends.installed()), Optional.empty(), NoiseMeter.DEAF),
                new MeasurementPlan(timing, LIMIT, 4, WarmUp.DEFAULT),
                Honest.IDS,
                Clock.systemUTC(),
                new TimeBreakdown());
        return executor.attempt(
                Honest.CASES.computeIfAbsent(model, Trap::testCase),
                new Place(suspect, backend),
                Optional.of(new Place(natives, Backends.NATIVE_CPU)));
    }

    /** What its runners would be challenged with in a run of this entropy. */
    Challenges challenges(String model, long entropy) {
        return new References(natives, LIMIT, Honest.IDS, new TimeBreakdown(), entropy)
                .challenges(Honest.CASES.computeIfAbsent(model, Trap::testCase));
    }

    private static PreparedCase testCase(String name) {
        ResolvedModel model =
                new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(Map.of())).resolve(name, Path.of(""));
        return new PreparedCase(
                CaseId.of("test", "red-team", CaseId.word(name), Map.of()),
                model.info(),
                model.artifact(),
                model.inspection().outputNames(),
                Map.of(),
                PreparedCase.Feeding.of(new FeedBuilder(model.inspection(), Map.of(), 1, 42, PreparedTensors.NONE)
                        .build(Map.of(), Map.of(), Map.of())
                        .feeds()),
                SessionSettings.defaults(),
                PreparedCase.Answers.NONE,
                Map.of());
    }

    @Override
    public void close() {
        suspect.close();
        bridge.close();
    }

    /**
     * One child for all traps of this process, with a bridge that no liar comes to; both end with the process. What it makes of a model
     * is computed once.
     */
    private static final class Honest {
        static final RunnerSource CHILD = start();
        static final JobIds IDS = new JobIds();
        static final References REFERENCES = new References(CHILD, LIMIT, IDS, new TimeBreakdown(), 17);
        static final Map<String, PreparedCase> CASES = new ConcurrentHashMap<>();

        private Honest() {}

        private static RunnerSource start() {
            BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults(), List.of(), List.of());
            RunnerSource child = source("native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                child.close();
                bridge.close();
            }));
            return child;
        }
    }
}
