package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The power of the judge: of faults planted in models, how many come out {@code WRONG}; and of right engines (native CPU with
 * the graph optimised), how many do, which is its false alarms. Prints a line for each model and kind of fault.
 *
 * <p>{@code mvn -q -pl test-suites -am -Pbenchmark -Dbenchmark=PowerBenchmark -DskipTests verify}, with
 * {@code -Dexec.args="MODEL…"} for others.
 */
public final class PowerBenchmark {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int PLACES = 40;
    private static final long SEED = 42;

    private PowerBenchmark() {}

    /** @param reference what the model without a fault gives, and how far outputs may lie from it */
    private record Subject(String name, ModelProto model, PreparedCase testCase, Reference reference) {}

    public static void main(String[] arguments) throws IOException {
        OwnClassPath.tell();
        List<String> models = arguments.length == 0
                ? List.of("bert-micro", "vit-micro", "resnet-micro", "mobilenet-micro", "whisper-micro")
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
            for (String name : models) {
                tell(subject(name, natives), child, folder.resolve("faulty.onnx"));
            }
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

    private static Subject subject(String name, RunnerSource natives) throws IOException {
        ResolvedModel model =
                new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(System.getenv())).resolve(name, Path.of(""));
        PreparedCase testCase = new PreparedCase(
                CaseId.of("benchmark", "power", model.info().name(), Map.of()),
                model.info(),
                model.artifact(),
                model.inspection().outputNames(),
                model.inspection().lineages(),
                PreparedCase.Feeding.of(new FeedBuilder(model.inspection(), Map.of(), 1, SEED, PreparedTensors.NONE)
                        .build(Map.of(), Map.of(), Map.of())
                        .feeds()),
                SessionSettings.defaults().withEvidence(false),
                PreparedCase.Answers.NONE,
                Map.of());
        References references = new References(natives, LIMIT, new JobIds(), new TimeBreakdown(), SEED);
        if (references.of(testCase) instanceof References.Found.Known known) {
            ModelProto proto =
                    ModelProto.parseFrom(Files.readAllBytes(model.artifact().file()));
            return new Subject(model.info().name(), proto, testCase, known.reference());
        }
        throw new IllegalStateException(name + " has no reference");
    }

    private static void tell(Subject subject, LaunchedRunner child, Path file) throws IOException {
        boolean alarm = isFound(subject, outputs(subject, subject.testCase().artifact(), child));
        System.out.printf("%-24s %-36s %s%n", subject.name(), "no fault, optimised", alarm ? "FALSE ALARM" : "right");
        for (PlantedFault fault : PlantedFault.values()) {
            Random draw = new Random(SEED);
            int planted = 0;
            int found = 0;
            for (int place = 0; place < PLACES; place++) {
                Optional<ModelProto> faulty = fault.in(subject.model(), draw);
                if (faulty.isPresent()) {
                    byte[] bytes = faulty.get().toByteArray();
                    Files.write(file, bytes);
                    ModelArtifact artifact = new ModelArtifact(Sha256.of(bytes), bytes.length, file.toAbsolutePath());
                    planted++;
                    found += isFound(subject, outputs(subject, artifact, child)) ? 1 : 0;
                }
            }
            if (planted > 0) {
                System.out.printf(
                        "%-24s %-36s %d of %d found, %.0f %%%n",
                        subject.name(), fault.words(), found, planted, 100.0 * found / planted);
            }
        }
    }

    private static Outputs outputs(Subject subject, ModelArtifact artifact, LaunchedRunner child) {
        PreparedCase testCase = subject.testCase();
        Job job = new Job(
                "power-" + artifact.sha256(),
                Backends.NATIVE_CPU,
                artifact,
                testCase.feeds(),
                testCase.outputs(),
                testCase.settings());
        RunnerSession session = child.runner()
                .open(job, LIMIT)
                .result()
                .orElseThrow(() -> new IllegalStateException(subject.name() + " did not open"));
        Outputs outputs = session.firstOutputs();
        session.finish(LIMIT);
        return outputs;
    }

    private static boolean isFound(Subject subject, Outputs outputs) {
        OutputChecker checker = new OutputChecker(subject.reference());
        checker.requireAll(outputs);
        checker.check(outputs, subject.testCase().feeds().steps());
        return !checker.result().ok();
    }
}
