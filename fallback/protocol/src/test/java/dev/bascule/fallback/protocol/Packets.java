package dev.bascule.fallback.protocol;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.ExecutionMode;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One of every message, full and sparse, by direction. */
final class Packets {
    private static final String SHA = "0123456789abcdef".repeat(4);
    private static final Message.EngineInfo ENGINE = new Message.EngineInfo("onnxruntime-web", "1.29.0");
    private static final Message.PhaseTimes NO_TIMES = new Message.PhaseTimes(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private Packets() {}

    static List<Packet> ofRunner() {
        return List.of(
                new Message.Hello(1, "t", new Message.RunnerName("page", "chrome"), Optional.empty()),
                new Message.Hello(
                        1, "t", new Message.RunnerName("native", "child"), Optional.of(new Message.Resume("s", 17))),
                new Message.Capable(
                        List.of(ENGINE),
                        List.of(
                                new Message.BackendInfo(
                                        "webgpu",
                                        "ok",
                                        Optional.of(true),
                                        Optional.of(ENGINE),
                                        Optional.of("jspi"),
                                        Map.of("vendor", TextNode.valueOf("google"), "limit", IntNode.valueOf(4)),
                                        Optional.empty()),
                                new Message.BackendInfo(
                                        "webnn",
                                        "missing",
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Map.of(),
                                        Optional.of("no navigator.ml"),
                                        Optional.of("use another browser"),
                                        Optional.empty()),
                                new Message.BackendInfo(
                                        "cuda",
                                        "missing",
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Map.of(),
                                        Optional.of("no device"),
                                        Optional.of("unset CUDA_VISIBLE_DEVICES"),
                                        Optional.of(List.of(
                                                new Message.TierInfo(
                                                        "library",
                                                        Optional.of("it loads"),
                                                        Optional.empty(),
                                                        Optional.empty(),
                                                        Optional.empty()),
                                                new Message.TierInfo(
                                                        "device",
                                                        Optional.empty(),
                                                        Optional.of("no device"),
                                                        Optional.of("unset CUDA_VISIBLE_DEVICES"),
                                                        Optional.of("DEVICE_NOT_FOUND")))))),
                        Map.of("crossOriginIsolated", BooleanNode.TRUE)),
                new Message.Progress("j", "create"),
                new Packet.TensorPacket("j", "output", "y", 2, 40, Tensor.floats(Shape.of(1, 3), 1, 2, 3)),
                new Packet.TensorPacket("j", "prepared", "ids", 0, 0, Tensor.longs(Shape.of(2), 7, -1)),
                new Packet.SamplesPacket("j", 3, Samples.ofMillis(1.5, 0, 2.25)),
                new Packet.SamplesPacket("j", 0, Samples.NONE),
                new Packet.CasePacket(
                        "j",
                        new CaseReply(
                                7,
                                Optional.empty(),
                                List.of(Map.of(
                                        "y", Value.of(Tensor.floats(Shape.of(1, 3), 1, 2, 3)),
                                        "list", new Value.Many(List.of(Value.of(Tensor.longs(Shape.of(0))))),
                                        "none", new Value.Absent())),
                                new Phases(
                                        Optional.empty(),
                                        Optional.of(Duration.ofMillis(2)),
                                        Optional.of(Duration.ofNanos(1_500)),
                                        Optional.empty()),
                                Optional.of(new RawEvidence(
                                        Optional.of("webnn"),
                                        Optional.empty(),
                                        List.of("a line"),
                                        List.of(new RawEvidence.NodePlacement("", "Conv", "CPUExecutionProvider")),
                                        Map.of("vendor", "google"),
                                        List.of(),
                                        Map.of())))),
                new Packet.CasePacket(
                        "j",
                        new CaseReply(
                                8,
                                Optional.of(new Fault.Refused(
                                        "create",
                                        "RuntimeError",
                                        "unreachable",
                                        Optional.of("at wasm"),
                                        Phases.NONE,
                                        Optional.of("RuntimeError: unreachable"),
                                        Optional.empty())),
                                List.of(),
                                Phases.NONE,
                                Optional.empty())),
                new Packet.CasePacket(
                        "j",
                        new CaseReply(
                                9,
                                Optional.of(new Fault.TimedOut("first", Duration.ofSeconds(10))),
                                List.of(),
                                Phases.NONE,
                                Optional.empty())),
                new Message.Measured("j", 3, 3, 3.75),
                new Message.Measured(
                        "j",
                        4,
                        2,
                        3.75,
                        Optional.of(List.of(new Message.Delivery(2, Map.of("y", 1)))),
                        Optional.of(List.of(new Message.ChallengeTimes(7, List.of(1.5, 0.25))))),
                new Packet.TensorPacket("j", "challenge", "y", 1, 7, Tensor.floats(Shape.of(1), 1)),
                new Message.Result(
                        "j",
                        "ok",
                        new Message.PhaseTimes(
                                Optional.of(1.0),
                                Optional.of(2.5),
                                Optional.of(0.1),
                                Optional.of(0.0),
                                Optional.of(9.0)),
                        Optional.of(new Message.EvidenceInfo(
                                Optional.of("webnn"),
                                Optional.of("jspi"),
                                List.of("\u001b[0;93m a line", ""),
                                List.of(new Message.PlacementInfo("", "Conv", "CPUExecutionProvider")),
                                Map.of("isFallbackAdapter", BooleanNode.FALSE),
                                List.of("gpu", "cpu"),
                                Map.of("threads", IntNode.valueOf(2)),
                                Optional.of(List.of(new Message.KernelInfo(
                                        "Conv",
                                        "CPUExecutionProvider",
                                        List.of(
                                                new Message.KernelTensorInfo("float", List.of(1L, 3L)),
                                                new Message.KernelTensorInfo("int64", List.of())),
                                        List.of(),
                                        2,
                                        0.125))))),
                        Optional.empty(),
                        Optional.of(new Message.MemoryInfo(1L << 40, "wasm heap"))),
                new Message.Result(
                        "j",
                        "failed",
                        NO_TIMES,
                        Optional.empty(),
                        Optional.of(new Message.ErrorInfo("create", "Error", "unreachable", Optional.of("at x"))),
                        Optional.of(new Message.MemoryInfo(
                                7, "wasm heap", Optional.of(3L), Optional.of(Map.of("js-heap", 2L)))),
                        Optional.of("RuntimeError: unreachable"),
                        Optional.of(Map.of("codec", TextNode.valueOf("opus")))),
                new Message.Result(
                        "j",
                        "cancelled",
                        NO_TIMES,
                        Optional.empty(),
                        Optional.of(new Message.ErrorInfo("first", "AbortError", "", Optional.empty())),
                        Optional.empty()),
                new Message.MemoryReport(
                        "m", Optional.of(9L), Map.of("JavaScript", 4L), "the browser", Optional.empty()),
                new Message.MemoryReport("m", Optional.empty(), Map.of(), "none", Optional.of("not isolated")),
                new Packet.TensorPacket("j", "stream", "output/y", 0, 0, Tensor.floats(Shape.of(2, 1), 1, 2)),
                new Message.Streamed(
                        "j", 0, 5, 4, 1, 160, 3.5, Map.of("context", TextNode.valueOf("a")), Optional.empty()),
                new Message.Streamed(
                        "j",
                        1,
                        0,
                        0,
                        0,
                        0,
                        0,
                        Map.of(),
                        Optional.of(new Message.ErrorInfo("stream", "Error", "suspended", Optional.empty()))),
                new Message.Reading("k", "triad", 1L << 33, "byte", 3e9, 2, List.of(1.5, 1.25), Optional.empty()),
                new Message.Reading("k", "fma.float16", 0, "flop", 0, 1, List.of(), Optional.of("no shader-f16")),
                new Message.EndToEndMeasured(
                        "j",
                        1,
                        Map.of("features", List.of(1.5, 2.0), "inference", List.of(0.5, 0.25)),
                        4,
                        9.5,
                        Optional.empty(),
                        Optional.of(new Answer.Text("a", 0.5))),
                new Message.EndToEndMeasured(
                        "j",
                        1,
                        Map.of(),
                        4,
                        9.5,
                        Optional.empty(),
                        Optional.of(new Answer.Classes(List.of(new Answer.Scored(3, "three", 0.75))))),
                new Message.EndToEndMeasured(
                        "j", 1, Map.of(), 4, 9.5, Optional.empty(), Optional.of(new Answer.Vector(List.of(0.6, 0.8)))),
                new Message.EndToEndMeasured(
                        "j",
                        1,
                        Map.of(),
                        4,
                        9.5,
                        Optional.empty(),
                        Optional.of(new Answer.Boxes(List.of(new Answer.Box(1.5, 2, 30, 40, "face", 0.9))))),
                new Message.EndToEndMeasured(
                        "j",
                        1,
                        Map.of(),
                        4,
                        9.5,
                        Optional.empty(),
                        Optional.of(new Answer.Activity(List.of(0.6, 0.8), 0.5))),
                new Message.EndToEndMeasured(
                        "j",
                        2,
                        Map.of(),
                        0,
                        0,
                        Optional.of(new Message.ErrorInfo("endToEnd", "CodecError", "no sound", Optional.empty())),
                        Optional.empty()),
                new Packet.TensorPacket("j", "media", "pcm", 0, 0, Tensor.floats(Shape.of(2), 1, 2)),
                new Message.MediaReturned(
                        "j",
                        1,
                        Map.of("encode", List.of(1.5, 2.0), "decode", List.of(0.5)),
                        Map.of("codec", TextNode.valueOf("opus")),
                        Optional.empty()),
                new Message.MediaReturned(
                        "j",
                        2,
                        Map.of(),
                        Map.of(),
                        Optional.of(new Message.ErrorInfo(
                                "media", "MediaUnavailable", "there is no MediaRecorder", Optional.empty()))),
                new Message.Inferred("j", 3, 1.25),
                new Packet.TensorPacket("j", "state", "w.next", 1, 2, Tensor.floats(Shape.of(2), 1, 2)),
                new Message.Advanced("j", 2, List.of(0.25, 0.125), List.of(1.5, 1.25), 0.5, 3.75),
                new Message.Log("warn", "text"),
                new Message.Pong(),
                new Message.Bye("done"));
    }

    static List<Packet> ofHost() {
        return List.of(
                new Message.Welcome("s", 17),
                new Message.Infer("j", 3),
                new Message.Advance("j", 2, 300, List.of("w.next"), 250.5),
                new Message.Advance("j", 3, 1, List.of(), 0),
                new Packet.TensorPacket("j", "input", "x", 0, 0, Tensor.floats(Shape.of(), 4)),
                new Packet.TensorPacket("j", "input", "s", 0, 0, Tensor.strings(Shape.of(2), List.of("a", "ü\n"))),
                new Packet.TensorPacket("j", "input", "e", 0, 0, Tensor.of(DType.INT4, Shape.of(0), new byte[0])),
                new Message.Execute(
                        "j",
                        "webnn",
                        new Message.ModelLocation(SHA, 1L << 33, "models/" + SHA),
                        List.of("y", "state"),
                        Map.of("state", "y"),
                        3,
                        SessionSettings.defaults()
                                .withThreads(2)
                                .withDeviceType(DeviceType.GPU)
                                .withKernelRuns(5)),
                new Message.Execute(
                        "j",
                        "cpu",
                        new Message.ModelLocation(SHA, 0, "file:///m.onnx"),
                        List.of(),
                        Map.of(),
                        1,
                        SessionSettings.defaults()
                                .asReference()
                                .withBuild(Optional.of("ort.all"))
                                .withOptions(EngineOptions.DEFAULTS
                                        .withDeviceIndex(1)
                                        .withPrecision(Precision.FLOAT16)
                                        .withArena(false)
                                        .withMemoryLimit(4096)
                                        .withExecutionMode(ExecutionMode.PARALLEL))),
                new Message.Measure("j", 0, 5, 0, 250.5),
                new Message.Measure("j", 0, 5, 0, 250.5, Optional.of(List.of(new Message.ChallengePoint(7, 3, 2)))),
                new Packet.TensorPacket("j", "challenge", "x", 1, 7, Tensor.floats(Shape.of(1), 1)),
                new Message.MemoryRequest("m", 30000),
                new Message.Stream(
                        "j", 0, new Message.Asset(SHA, "models/a"), 16000, 512, 64, "input", 2.5, 8, 1, false),
                new Message.EndToEnd(
                        "j",
                        1,
                        new PipelineSpec.Audio("pcm", 16000, 100, 80),
                        Map.of("audio", new Message.Asset(SHA, "assets/a.wav")),
                        Optional.empty(),
                        List.of(
                                new PipelineFeed(
                                        "pcm",
                                        "input",
                                        List.of(1L, 576L),
                                        Optional.of(new PipelineFeed.Frame(512, 64))),
                                new PipelineFeed("pcm", "whole", List.of(1L, 16000L), Optional.empty())),
                        20,
                        2,
                        2500.5,
                        Optional.empty()),
                endToEnd(new AnswerSpec.Classes("y", true, 2, List.of("no", "yes"))),
                endToEnd(new AnswerSpec.Ctc("y", 0, List.of("", "a"))),
                endToEnd(new AnswerSpec.Embedding("y", "attention_mask")),
                endToEnd(new AnswerSpec.Activity("y", 0.5)),
                new Message.Media("j", 1, "webcodecs-opus", new Message.Asset(SHA, "assets/a.wav"), 16000, 3, 25000),
                endToEnd(new AnswerSpec.TextBoxes("y", 0.3, 0.6, 1.5, 200)),
                endToEnd(new AnswerSpec.Boxes("scores", "boxes", 320, 240, 0.7, 0.5, 200, List.of("", "face"))),
                new Message.Finish("j"),
                new Message.Prepare(
                        "p",
                        new PipelineSpec.Audio("logmel", 16000, 3000, 80),
                        Map.of("audio", new Message.Asset(SHA, "assets/a.wav")),
                        Optional.empty()),
                new Message.Prepare(
                        "p",
                        new PipelineSpec.Vision(224, 224, List.of(0.5, 0.5, 0.5), List.of(0.25, 0.25, 0.25)),
                        Map.of("image", new Message.Asset(SHA, "assets/i.png")),
                        Optional.empty()),
                new Message.Prepare(
                        "p",
                        new PipelineSpec.Vision(
                                28,
                                28,
                                List.of(0.0),
                                List.of(1.0),
                                Optional.of(new Shaping(
                                        Shaping.Resampling.BICUBIC,
                                        true,
                                        new Shaping.Fit.ShortestEdge(32),
                                        1,
                                        Shaping.Channels.GRAY,
                                        Shaping.Layout.NHWC))),
                        Map.of("image", new Message.Asset(SHA, "assets/i.png")),
                        Optional.empty()),
                new Message.Prepare("p", new PipelineSpec.Text(128), Map.of(), Optional.of("a sentence")),
                new Message.Prepare(
                        "p",
                        new PipelineSpec.Text(128, Optional.of(PipelineSpec.Padding.NONE)),
                        Map.of(),
                        Optional.of("a sentence")),
                new Message.Pack(
                        "j",
                        "webnn",
                        new Message.Asset("0".repeat(64), "assets/x"),
                        List.of(3, 1),
                        true,
                        2,
                        10_000,
                        SessionSettings.defaults()),
                new Message.Kernels("k", "gpu", 2, true, 20_000, 64 << 20),
                new Message.Cancel("j"),
                new Message.Ping(),
                new Message.Bye("done"));
    }

    private static Message.EndToEnd endToEnd(AnswerSpec answer) {
        return new Message.EndToEnd(
                "j", 2, new PipelineSpec.Text(8), Map.of(), Optional.of("a"), List.of(), 1, 0, 0, Optional.of(answer));
    }
}
