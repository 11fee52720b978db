package dev.bascule.benchmark;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The false alarms of the judge: engines that are taken for right run models with many inputs each, and it counts how many
 * of these cells come out {@code WRONG} by the exact reference and its rounding noise. A wrong cell is a false alarm, or a fault of
 * the engine: {@code bascule truth} tells which. Prints a row for each model, for docs/tolerance.md.
 *
 * <p>{@code mvn -q -pl test-suites/cli -am -Pbenchmark -Dbenchmark=FalseAlarmBenchmark -DskipTests verify}, with
 * {@code -Dexec.args="INPUTS MODEL…"} for another number of inputs, and other models or folders of such.
 */
public final class FalseAlarmBenchmark {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** So that a large model does not take the time of all others. */
    private static final Duration PER_MODEL = Duration.ofMinutes(5);

    private static final int INPUTS = 100;
    private static final int TOGETHER = 10;
    private static final long SEED = 10_000;
    /** At their published sizes: seconds for one reference, and of few of them with noise. */
    private static final Set<String> LARGE =
            Set.of("whisper-tiny", "yamnet", "hifi-gan-v2", "resnet-18", "mobilenet-v2", "vit-base", "bert-base");

    private FalseAlarmBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        OwnClassPath.tell();
        boolean counted = arguments.length > 0 && arguments[0].matches("\\d{1,6}");
        int inputs = counted ? Integer.parseInt(arguments[0]) : INPUTS;
        List<String> models = models(Arrays.asList(arguments).subList(counted ? 1 : 0, arguments.length));
        FalseAlarmTally all = new FalseAlarmTally();
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
                RunnerSource natives = new RunnerSource(
                        "native",
                        Side.NATIVE,
                        new NativeLauncher(bridge.runnerSocket()),
                        bridge,
                        LIMIT,
                        new TimeBreakdown())) {
            RightEngines engines = new RightEngines(natives, LIMIT);
            System.out.println(FalseAlarmTally.HEAD);
            for (String model : models) {
                FalseAlarmTally tally = new FalseAlarmTally();
                feed(model, inputs, engines, tally);
                System.out.println(tally.row(Path.of(model).getFileName().toString()));
                all.add(tally);
            }
        }
        System.out.println("\n" + all.conclusion());
        System.exit(0);
    }

    private static void feed(String name, int inputs, RightEngines engines, FalseAlarmTally tally) {
        long end = System.nanoTime() + PER_MODEL.toNanos();
        try {
            ResolvedModel model = new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(System.getenv()))
                    .resolve(name, Path.of(""));
            for (int input = 0; input < inputs && System.nanoTime() < end; input += TOGETHER) {
                engines.judge(
                        model,
                        LongStream.range(SEED + input, SEED + Math.min(inputs, input + TOGETHER))
                                .boxed()
                                .toList(),
                        tally);
            }
        } catch (RuntimeException e) {
            // No inputs can be made for it, or it has no exact reference: of this model nothing is counted from here
            // on.
            tally.leave(String.valueOf(e.getMessage()));
        }
    }

    private static List<String> models(List<String> named) throws IOException {
        if (named.isEmpty()) {
            return Zoo.models().stream()
                    .map(ZooModel::id)
                    .filter(model -> !LARGE.contains(model))
                    .toList();
        }
        List<String> models = new ArrayList<>();
        for (String name : named) {
            if (Files.isDirectory(Path.of(name))) {
                try (Stream<Path> files = Files.list(Path.of(name))) {
                    files.map(Path::toString)
                            .filter(file -> file.endsWith(".onnx"))
                            .sorted()
                            .forEach(models::add);
                }
            } else {
                models.add(name);
            }
        }
        return models;
    }
}
