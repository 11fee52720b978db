package dev.bascule.benchmark;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.playwright.PlaywrightHosts;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Challenge;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.FreshFeeds;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Warm latency of the same model on the same bytes through Bascule, against a bare page that calls onnxruntime-web by hand
 * and against raw ONNX Runtime Java, interleaved (ABBA). Blocks through Bascule answer as many challenges as a run poses.
 * Prints medians and the ratio with its interval.
 *
 * <p>{@code mvn -q -pl test-suites -am -Pbenchmark -DskipTests verify}, with {@code -Dexec.args="MODEL…"} for others.
 */
public final class OverheadBenchmark {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Duration BLOCK = Duration.ofMillis(150);
    private static final int PAIRS = 24;

    /** In each block, the most that a run poses. */
    private static final int CHALLENGES = 3;

    private OverheadBenchmark() {}

    /** One side of a comparison: runs so many iterations. */
    @FunctionalInterface
    interface Side {
        Samples block(int iterations);
    }

    public static void main(String[] arguments) {
        OwnClassPath.tell();
        List<String> models = arguments.length == 0 ? List.of("bert-micro", "vit-micro") : Arrays.asList(arguments);
        BrowserInstallation browser = BrowserDiscovery.ofThisMachine().find().browsers().stream()
                .filter(PlaywrightHosts::canDrive)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no browser was found"));
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults())) {
            for (String model : models) {
                Work work = Work.of(model);
                wasm(work, bridge, browser);
                cpu(work, bridge);
            }
        }
        System.exit(0);
    }

    /** A model and its inputs. */
    record Work(String name, ResolvedModel model, Job onWasm, Job onCpu) {
        static Work of(String name) {
            ResolvedModel resolved = new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(System.getenv()))
                    .resolve(name, Path.of(""));
            return new Work(name, resolved, job(resolved, Backends.WASM), job(resolved, Backends.NATIVE_CPU));
        }

        private static Job job(ResolvedModel model, Backend backend) {
            return new Job(
                    "benchmark-" + backend.id() + "-" + model.info().name(),
                    backend,
                    model.artifact(),
                    new FeedBuilder(model.inspection(), Map.of(), 1, 42, PreparedTensors.NONE)
                            .build(Map.of(), Map.of(), Map.of())
                            .feeds(),
                    model.inspection().outputNames(),
                    SessionSettings.defaults().withEvidence(false));
        }
    }

    private static void wasm(Work work, BridgeServer bridge, BrowserInstallation browser) {
        Launcher launcher =
                new PageLauncher(bridge, new PlaywrightHosts(browser, LaunchOptions.withHardwareGpu(false)));
        try (LaunchedRunner launched = launched(launcher, bridge);
                BarePage bare = BarePage.open(browser, work.onWasm())) {
            compare(work.name() + " wasm", "bare page", through(launched, work.onWasm()), bare::block);
        }
    }

    private static void cpu(Work work, BridgeServer bridge) {
        try (LaunchedRunner launched = launched(new NativeLauncher(bridge.runnerSocket()), bridge);
                RawOnnxRuntime raw = RawOnnxRuntime.open(work.onCpu())) {
            compare(work.name() + " cpu", "raw ONNX Runtime Java", through(launched, work.onCpu()), raw::block);
        }
    }

    private static LaunchedRunner launched(Launcher launcher, BridgeServer bridge) {
        Launcher.Launch launch = launcher.launch(bridge, LIMIT);
        if (launch instanceof Launcher.Launch.Started started) {
            return started.launched();
        }
        throw new IllegalStateException(
                ((Launcher.Launch.NotStarted) launch).failure().message());
    }

    private static Side through(LaunchedRunner launched, Job job) {
        RunnerSession session = launched.runner()
                .open(job, LIMIT)
                .result()
                .orElseThrow(() -> new IllegalStateException(job.id() + " did not open"));
        List<Feeds> fresh = LongStream.range(0, CHALLENGES)
                .mapToObj(seed -> FreshFeeds.of(job.feeds(), 1, seed))
                .flatMap(Optional::stream)
                .toList();
        return iterations -> session.measure(challenging(iterations, fresh), LIMIT)
                .result()
                .orElseThrow(() -> new IllegalStateException(job.id() + " stopped"))
                .samples();
    }

    private static BlockRequest challenging(int iterations, List<Feeds> fresh) {
        List<Challenge> challenges = new ArrayList<>();
        for (int i = 0; i < fresh.size(); i++) {
            challenges.add(new Challenge(fresh.get(i), (i + 1) * iterations / (fresh.size() + 1)));
        }
        return BlockRequest.ofIterations(iterations, LIMIT).withChallenges(challenges);
    }

    private static void compare(String what, String baselineName, Side bascule, Side baseline) {
        int iterations = 20;
        // Both sides warm: compilers tier up over hundreds of calls.
        for (int round = 0; round < 10; round++) {
            double median = baseline.block(iterations).median();
            bascule.block(iterations);
            iterations = (int) Math.max(20, Math.min(2000, BLOCK.toMillis() / Math.max(median, 0.01)));
        }
        List<Samples> own = new ArrayList<>();
        List<Samples> other = new ArrayList<>();
        for (int pair = 0; pair < PAIRS; pair++) {
            if (pair % 2 == 0) {
                own.add(bascule.block(iterations));
                other.add(baseline.block(iterations));
            } else {
                other.add(baseline.block(iterations));
                own.add(bascule.block(iterations));
            }
        }
        Ratio ratio = Ratio.ofPairs(own, other);
        double through = Samples.concat(own).median();
        double byHand = Samples.concat(other).median();
        System.out.printf(
                "%-20s through Bascule %.4f ms, %s %.4f ms: %+.1f µs, ratio %.3f%s, %d pairs of %d iterations%n",
                what,
                through,
                baselineName,
                byHand,
                (through - byHand) * 1000,
                ratio.value(),
                ratio.ci95()
                        .map(ci -> " [%.3f, %.3f]".formatted(ci.low(), ci.high()))
                        .orElse(""),
                ratio.pairs(),
                iterations);
    }
}
