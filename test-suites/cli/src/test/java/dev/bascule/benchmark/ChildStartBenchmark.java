package dev.bascule.benchmark;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * From the start of a native child to its first answer, and how long its inference takes afterwards: as Bascule starts it, and
 * without a cache, where each child unpacks ONNX Runtime by itself. By turns (ABBA); prints the ratios with their intervals.
 *
 * <p>{@code mvn -q -pl test-suites/cli -am -Pbenchmark -Dbenchmark=ChildStartBenchmark -DskipTests verify}, with
 * {@code -Dexec.args=PAIRS}.
 */
public final class ChildStartBenchmark {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Duration BLOCK = Duration.ofMillis(300);
    private static final int USUAL_PAIRS = 12;

    private ChildStartBenchmark() {}

    /** What one child showed, in milliseconds. */
    private record Seen(Samples start, Samples inference) {}

    public static void main(String[] arguments) {
        OwnClassPath.tell();
        int pairs = arguments.length == 0 ? USUAL_PAIRS : Integer.parseInt(arguments[0]);
        OverheadBenchmark.Work work = OverheadBenchmark.Work.of("bert-micro");
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults())) {
            NativeLauncher usual = new NativeLauncher(bridge.runnerSocket());
            NativeLauncher without = new NativeLauncher(bridge.runnerSocket(), withoutCache());
            seen(usual, bridge, work);
            seen(without, bridge, work);
            List<Seen> own = new ArrayList<>();
            List<Seen> baseline = new ArrayList<>();
            for (int pair = 0; pair < pairs; pair++) {
                if (pair % 2 == 0) {
                    own.add(seen(usual, bridge, work));
                    baseline.add(seen(without, bridge, work));
                } else {
                    baseline.add(seen(without, bridge, work));
                    own.add(seen(usual, bridge, work));
                }
            }
            print(
                    "start",
                    own.stream().map(Seen::start).toList(),
                    baseline.stream().map(Seen::start).toList());
            print(
                    "inference",
                    own.stream().map(Seen::inference).toList(),
                    baseline.stream().map(Seen::inference).toList());
        }
        System.exit(0);
    }

    /** Where nothing can be written. */
    private static HostEnvironment withoutCache() {
        HostEnvironment here = HostEnvironment.ofProcess();
        return new HostEnvironment(
                here.os(), here.arch(), here.environment(), Path.of("/dev/null", "native"), here.browsers());
    }

    private static Seen seen(NativeLauncher launcher, BridgeServer bridge, OverheadBenchmark.Work work) {
        long begin = System.nanoTime();
        if (!(launcher.launch(bridge, LIMIT) instanceof Launcher.Launch.Started started)) {
            throw new IllegalStateException("a child did not start");
        }
        try (LaunchedRunner runner = started.launched()) {
            RunnerSession session =
                    runner.runner().open(work.onCpu(), LIMIT).result().orElseThrow();
            double start = (System.nanoTime() - begin) / 1e6;
            // Warm first: compilers tier up over hundreds of calls.
            for (int round = 0; round < 4; round++) {
                block(session);
            }
            return new Seen(Samples.ofMillis(start), block(session));
        }
    }

    private static Samples block(RunnerSession session) {
        return session.measure(new BlockRequest(1, BLOCK, LIMIT), LIMIT)
                .result()
                .orElseThrow(() -> new IllegalStateException("the runner stopped"))
                .samples();
    }

    private static void print(String what, List<Samples> own, List<Samples> baseline) {
        Ratio ratio = Ratio.ofPairs(own, baseline);
        System.out.printf(
                "%-9s %.3f ms, without the cache %.3f ms: ratio %.3f%s, %d pairs%n",
                what,
                Samples.concat(own).median(),
                Samples.concat(baseline).median(),
                ratio.value(),
                ratio.ci95()
                        .map(ci -> " [%.3f, %.3f]".formatted(ci.low(), ci.high()))
                        .orElse(""),
                ratio.pairs());
    }
}
