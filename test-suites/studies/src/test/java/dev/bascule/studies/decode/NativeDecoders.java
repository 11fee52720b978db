package dev.bascule.studies.decode;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** Tiny decoders, right and wrong ones, in real native children. */
final class NativeDecoders implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    static final DecodeLimits LIMITS = new DecodeLimits(LIMIT, 2, LogitsJudge.LIMIT);

    private final BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
    private final RunnerSource source = new RunnerSource(
            "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
    private final JobIds ids = new JobIds();
    private final Path folder;

    NativeDecoders(Path folder) {
        this.folder = folder;
    }

    DecodedModel model(TinyDecoder.Fault fault, Set<Long> ends) {
        return model(TinyDecoder.model(fault), ends);
    }

    DecodedModel model(ModelProto proto, Set<Long> ends) {
        return new DecodedModel(
                "tiny",
                "plain",
                Artifacts.write(folder, proto.toByteArray(), "onnx"),
                DecoderGraph.of("tiny", proto),
                Optional.empty(),
                ends,
                true,
                Optional.empty());
    }

    DecodeStudy begin(DecodedModel model, int generate, Integer... prompts) {
        return DecodeStudy.begin(
                model,
                new Prompt.Lengths(List.of(prompts)),
                generate,
                new SplittableRandom(42),
                source,
                LIMITS,
                ids,
                () -> false,
                activity -> {});
    }

    TargetDecoding force(DecodeStudy study, DecodedModel model) {
        return study.force(
                        model,
                        new Place(source, Backends.NATIVE_CPU),
                        List.of(CarryLocation.CPU),
                        SessionSettings.defaults(),
                        activity -> {})
                .get(0);
    }

    @Override
    public void close() {
        source.close();
        bridge.close();
    }
}
