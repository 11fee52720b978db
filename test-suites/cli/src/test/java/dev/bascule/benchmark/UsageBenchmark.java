package dev.bascule.benchmark;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.fallback.usage.UsageProbe;
import dev.bascule.fallback.usage.UsageWatch;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.nativerunner.usage.LocalUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What watching costs the watched: the same session on the native CPU, its blocks in turn (ABBA) with counters read at
 * their edges and sensors within, and without. Prints the ratio with its interval, and how long one reading takes.
 *
 * <p>{@code mvn -q -pl test-suites -am -Pbenchmark -Dbenchmark=UsageBenchmark -DskipTests verify}.
 */
public final class UsageBenchmark {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Duration BLOCK = Duration.ofMillis(300);
    private static final int PAIRS = 40;
    private static final int READINGS = 200;

    private UsageBenchmark() {}

    public static void main(String[] arguments) {
        OwnClassPath.tell();
        List<String> models =
                arguments.length == 0 ? List.of("resnet-micro", "mobilenet-micro") : Arrays.asList(arguments);
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
                UsageProbe probe = LocalUsage.probe()) {
            Set<Long> self = Set.of(ProcessHandle.current().pid());
            System.out.printf(
                    "reading the counters takes %.0f µs, a look at the sensors %.0f µs (medians of %d)%n",
                    micros(() -> probe.counters(self)), micros(probe::look), READINGS);
            models.forEach(model -> compare(OverheadBenchmark.Work.of(model), bridge, new UsageMeter(probe)));
        }
        System.exit(0);
    }

    private static double micros(Runnable work) {
        double[] taken = new double[READINGS];
        for (int i = 0; i < READINGS; i++) {
            long start = System.nanoTime();
            work.run();
            taken[i] = (System.nanoTime() - start) / 1e3;
        }
        return Samples.ofMillis(taken).median();
    }

    private static void compare(OverheadBenchmark.Work work, BridgeServer bridge, UsageMeter meter) {
        Launcher.Launch launch = new NativeLauncher(bridge.runnerSocket()).launch(bridge, LIMIT);
        if (!(launch instanceof Launcher.Launch.Started started)) {
            throw new IllegalStateException(
                    ((Launcher.Launch.NotStarted) launch).failure().message());
        }
        try (LaunchedRunner runner = started.launched();
                UsageWatch watch = meter.watch(
                        () -> runner.memory().map(MemoryMeter::processes).orElse(Set.of()))) {
            RunnerSession session =
                    runner.runner().open(work.onCpu(), LIMIT).result().orElseThrow();
            for (int round = 0; round < 10; round++) {
                block(session);
            }
            List<Samples> watched = new ArrayList<>();
            List<Samples> alone = new ArrayList<>();
            for (int pair = 0; pair < PAIRS; pair++) {
                if (pair % 2 == 0) {
                    watched.add(watched(session, watch));
                    alone.add(block(session));
                } else {
                    alone.add(block(session));
                    watched.add(watched(session, watch));
                }
            }
            Ratio ratio = Ratio.ofPairs(watched, alone);
            System.out.printf(
                    "%-16s watched %.4f ms, unwatched %.4f ms: ratio %.4f%s, %d pairs of blocks of %d ms%n",
                    work.name(),
                    Samples.concat(watched).median(),
                    Samples.concat(alone).median(),
                    ratio.value(),
                    ratio.ci95()
                            .map(ci -> " [%.4f, %.4f]".formatted(ci.low(), ci.high()))
                            .orElse(""),
                    ratio.pairs(),
                    BLOCK.toMillis());
        }
    }

    private static Samples watched(RunnerSession session, UsageWatch watch) {
        watch.begin();
        Samples samples = block(session);
        watch.end(samples.size());
        return samples;
    }

    private static Samples block(RunnerSession session) {
        return session.measure(new BlockRequest(1, BLOCK, LIMIT), LIMIT)
                .result()
                .orElseThrow(() -> new IllegalStateException("the runner stopped"))
                .samples();
    }
}
