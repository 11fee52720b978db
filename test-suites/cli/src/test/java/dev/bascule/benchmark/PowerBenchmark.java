package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * The power of the judge: of faults planted in models, how many come out {@code WRONG}; and of right engines (native CPU
 * with the graph optimised, and without), how many do, which is its false alarms. Several rules judge the same outputs side
 * by side. Prints a line for each model and kind of fault, and in the end the tables for docs/tolerance.md.
 *
 * <p>{@code mvn -q -pl test-suites/cli -am -Pbenchmark -Dbenchmark=PowerBenchmark -DskipTests verify}, with
 * {@code -Dexec.args="MODEL…"} for others.
 */
public final class PowerBenchmark {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    /** How often a place is drawn for a fault; what was planted before is not planted again. */
    private static final int PLACES = 40;
    /** How many inputs the right engines are fed: a fault has many places, a right engine none. */
    private static final int INPUTS = 10;

    private static final long SEED = 42;

    private final RunnerSource natives;
    private final LaunchedRunner child;
    private final Path file;
    private final PowerTable table = new PowerTable();

    private PowerBenchmark(RunnerSource natives, LaunchedRunner child, Path file) {
        this.natives = natives;
        this.child = child;
        this.file = file;
    }

    public static void main(String[] arguments) throws IOException {
        OwnClassPath.tell();
        List<String> models = arguments.length == 0
                ? List.of(
                        "bert-micro",
                        "vit-micro",
                        "resnet-micro",
                        "mobilenet-micro",
                        "whisper-micro",
                        "hifi-gan-micro",
                        "yamnet-micro",
                        "silero-vad")
                : Arrays.asList(arguments);
        Path folder = Files.createTempDirectory("bascule-power");
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
                RunnerSource natives = new RunnerSource(
                        "native",
                        Side.NATIVE,
                        new NativeLauncher(bridge.runnerSocket()),
                        bridge,
                        LIMIT,
                        new TimeBreakdown());
                LaunchedRunner child = launched(bridge)) {
            PowerBenchmark benchmark = new PowerBenchmark(
                    natives, child, folder.resolve("faulty.onnx").toAbsolutePath());
            for (String model : models) {
                benchmark.measure(model);
            }
            System.out.println(benchmark.table.markdown(List.of(PowerRule.EXACT, PowerRule.BEFORE, PowerRule.ONNX)));
            System.out.println();
            System.out.println(benchmark.table.markdown(List.of(PowerRule.EXACT, PowerRule.TF32, PowerRule.BF16)));
        }
        System.exit(0);
    }

    private static LaunchedRunner launched(BridgeServer bridge) {
        if (new NativeLauncher(bridge.runnerSocket()).launch(bridge, LIMIT)
                instanceof Launcher.Launch.Started started) {
            return started.launched();
        }
        throw new IllegalStateException("the native runner did not start");
    }

    private void measure(String name) throws IOException {
        ResolvedModel model =
                new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(System.getenv())).resolve(name, Path.of(""));
        PowerSubject subject = new PowerSubject(model, SEED, natives, child, LIMIT);
        PowerTally optimised = new PowerTally(Set.of());
        PowerTally unoptimised = new PowerTally(Set.of());
        for (int input = 0; input < INPUTS; input++) {
            PowerSubject fed = input == 0 ? subject : new PowerSubject(model, SEED + input, natives, child, LIMIT);
            fed.judgeOptimised(optimised);
            fed.judgeUnoptimised(unoptimised);
        }
        tell("none: native CPU, optimised", name, optimised);
        tell("none: native CPU, unoptimised", name, unoptimised);
        ModelProto proto =
                ModelProto.parseFrom(Files.readAllBytes(model.artifact().file()));
        for (PlantedFault fault : PlantedFault.values()) {
            PowerTally tally = new PowerTally(subject.alarms());
            plant(fault, proto, subject, tally);
            tell(fault.words(), name, tally);
        }
    }

    private void plant(PlantedFault fault, ModelProto model, PowerSubject subject, PowerTally tally)
            throws IOException {
        Random draw = new Random(SEED);
        Set<String> planted = new HashSet<>();
        for (int place = 0; place < PLACES; place++) {
            Optional<ModelProto> faulty = fault.in(model, subject.right(), draw);
            if (faulty.isPresent()) {
                byte[] bytes = faulty.get().toByteArray();
                if (planted.add(Sha256.of(bytes))) {
                    Files.write(file, bytes);
                    subject.judge(new ModelArtifact(Sha256.of(bytes), bytes.length, file), tally);
                }
            }
        }
    }

    private void tell(String row, String model, PowerTally tally) {
        table.put(row, model, tally);
        if (!tally.isEmpty()) {
            System.out.printf("%-16s %-60s %s%n", model, row, tally.line());
        }
    }
}
