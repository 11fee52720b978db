package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.ExecutionMode;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import dev.bascule.fallback.work.ModelWork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class WireTest {

    @Test
    void facts_become_text_and_unknown_ones_are_left_out() {
        Map<String, JsonNode> nodes = new LinkedHashMap<>();
        nodes.put("vendor", TextNode.valueOf("google"));
        nodes.put("isFallbackAdapter", BooleanNode.TRUE);
        nodes.put("threads", IntNode.valueOf(2));
        nodes.put("architecture", NullNode.getInstance());
        assertThat(Wire.facts(nodes))
                .isEqualTo(Map.of("vendor", "google", "isFallbackAdapter", "true", "threads", "2"));
    }

    @Test
    void a_tier_that_nobody_looked_at_is_neither_reached_nor_missed_on_the_other_side() {
        List<TierCheck> checks = List.of(
                new TierCheck.Passed(Tier.LIBRARY, "it loads"),
                new TierCheck.Skipped(Tier.DEVICE, "it does not tell"),
                new TierCheck.Failed(Tier.SESSION, "no session", "install it"),
                new TierCheck.Failed(Tier.SESSION, "too old", "update it", Optional.of(ErrorCode.DRIVER_TOO_OLD)));
        Message.Capable capable = new Message.Capable(
                List.of(),
                List.of(new Message.BackendInfo(
                        "qnn",
                        "missing",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        Optional.of("no session"),
                        Optional.of("install it"),
                        Optional.of(checks.stream().map(CapabilityWire::tier).toList()))),
                Map.of());
        Capabilities.BackendReport report =
                CapabilityWire.capabilities(capable).backends().get(0);
        assertThat(report.tiers()).isEqualTo(checks);
        assertThat(report.reason()).contains("no session");
        assertThat(report.remedy()).contains("install it");
    }

    /** Negative control: a runner of another version, or one that lies, makes no error of a word. */
    @Test
    void a_code_that_this_host_does_not_know_is_none() {
        Message.TierInfo info = new Message.TierInfo(
                "device",
                Optional.empty(),
                Optional.of("it is not plugged in"),
                Optional.of("plug it in"),
                Optional.of("NOT_PLUGGED_IN"));
        Message.Capable capable = new Message.Capable(
                List.of(),
                List.of(new Message.BackendInfo(
                        "qnn",
                        "missing",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(List.of(info)))),
                Map.of());
        assertThat(CapabilityWire.capabilities(capable).backends().get(0).tiers())
                .containsExactly(new TierCheck.Failed(Tier.DEVICE, "it is not plugged in", "plug it in"));
    }

    @Test
    void settings_are_told_in_the_protocols_words() {
        EngineOptions options = EngineOptions.DEFAULTS
                .withDeviceIndex(1)
                .withPrecision(Precision.FLOAT16)
                .withArena(false)
                .withMemoryLimit(1 << 20)
                .withExecutionMode(ExecutionMode.PARALLEL);
        SessionSettings settings = new SessionSettings(
                2,
                GraphOptimization.DISABLED,
                true,
                Optional.of(DeviceType.NPU),
                false,
                Optional.of("ort.all"),
                options,
                Optional.of(CarryLocation.ML_TENSOR),
                OptionalInt.of(5));
        Message.Execute execute = Wire.execute(
                new Job("j", Backends.WEBNN, model(), Feeds.of(Map.of()), List.of("y"), settings), "models/abc");
        assertThat(execute.settings()).isEqualTo(settings);
        assertThat(told(execute))
                .isEqualTo("{\"threads\":2,\"graphOptimization\":\"disabled\",\"strict\":true,\"deviceType\":\"npu\","
                        + "\"evidence\":false,\"build\":\"ort.all\",\"options\":"
                        + "{\"deviceIndex\":1,\"precision\":\"float16\",\"arena\":false,\"memoryLimitBytes\":1048576,"
                        + "\"executionMode\":\"parallel\"},"
                        + "\"carryLocation\":\"ml-tensor\",\"kernelRuns\":5}");
        assertThat(execute.backend()).isEqualTo("webnn");
        assertThat(execute.model().url()).isEqualTo("models/abc");
    }

    @Test
    void what_is_usual_is_left_out_of_a_message() {
        Message.Execute execute = Wire.execute(
                new Job("j", Backends.WEBNN, model(), Feeds.of(Map.of()), List.of("y"), SessionSettings.defaults()),
                "m");
        assertThat(told(execute))
                .isEqualTo("{\"threads\":1,\"graphOptimization\":\"all\",\"strict\":false,\"deviceType\":null,"
                        + "\"evidence\":true}");
    }

    private static String told(Message.Execute execute) {
        return FrameCodec.WIRE.valueToTree(execute).get("settings").toString();
    }

    @Test
    void kernels_come_through_with_their_tensors_and_times() {
        Kernel kernel = new Kernel(
                "Conv",
                "CPUExecutionProvider",
                List.of(new KernelTensor("float", List.of(1L, 3L)), new KernelTensor("int64", List.of())),
                List.of(new KernelTensor("float", List.of())),
                3,
                0.25);
        assertThat(Wire.evidence(told(KernelWire.infos(List.of(kernel)).orElseThrow()))
                        .kernels())
                .containsExactly(kernel);
        assertThat(KernelWire.infos(List.of())).isEmpty();
    }

    static List<Arguments> incredible() {
        Message.KernelTensorInfo tensor = new Message.KernelTensorInfo("float", List.of(2L));
        return List.of(
                Arguments.of(kernel("Conv", tensor, 0, 1), "0 kernels"),
                Arguments.of(kernel("Conv", tensor, 1, -1), "-1.0 ms"),
                Arguments.of(kernel("Conv", tensor, 1, Double.NaN), "NaN ms"),
                Arguments.of(kernel(" ", tensor, 1, 1), "1 characters"),
                Arguments.of(kernel("x".repeat(201), tensor, 1, 1), "201 characters"),
                Arguments.of(
                        kernel("Conv", new Message.KernelTensorInfo("float", List.of(-2L)), 1, 1), "no tensor can"),
                Arguments.of(
                        kernel("Conv", new Message.KernelTensorInfo("float", List.of(1L << 30, 1L << 30)), 1, 1),
                        "no tensor can"),
                Arguments.of(
                        kernel("Conv", new Message.KernelTensorInfo("float", Collections.nCopies(33, 1L)), 1, 1),
                        "33 dimensions"));
    }

    @ParameterizedTest
    @MethodSource("incredible")
    void kernels_of_which_one_cannot_be_are_none_and_a_fact_says_why(Message.KernelInfo info, String why) {
        Message.KernelInfo right = kernel("Add", new Message.KernelTensorInfo("float", List.of(2L)), 1, 1);
        RawEvidence evidence = Wire.evidence(told(List.of(right, info)));
        assertThat(evidence.kernels()).isEmpty();
        assertThat(evidence.environment().get(RawEvidence.KERNELS_REFUSED)).contains(why);
        assertThat(evidence.granted()).contains("cpu");
    }

    @Test
    void more_kernels_than_a_graph_has_are_none() {
        Message.KernelInfo right = kernel("Add", new Message.KernelTensorInfo("float", List.of(2L)), 1, 1);
        assertThat(Wire.evidence(told(Collections.nCopies(ModelWork.MOST_KERNELS + 1, right)))
                        .environment())
                .containsEntry(RawEvidence.KERNELS_REFUSED, "it tells of 4097 different kernels");
    }

    private static Message.KernelInfo kernel(
            String operator, Message.KernelTensorInfo tensor, int count, double millis) {
        return new Message.KernelInfo(operator, "CPUExecutionProvider", List.of(tensor), List.of(), count, millis);
    }

    private static Message.EvidenceInfo told(List<Message.KernelInfo> kernels) {
        return new Message.EvidenceInfo(
                Optional.of("cpu"),
                Optional.empty(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                Map.of(),
                Optional.of(kernels));
    }

    @Test
    void assets_are_told_by_where_this_runner_finds_them() {
        PipelineRequest request =
                new PipelineRequest("p", new PipelineSpec.Text(4), Map.of("tokenizer", model()), Optional.of("hi"));
        assertThat(Wire.prepare(request, artifact -> "assets/" + artifact.bytes())
                        .assets())
                .isEqualTo(Map.of("tokenizer", new Message.Asset("0".repeat(64), "assets/7")));
    }

    @Test
    void a_failure_without_an_error_is_still_a_fault() {
        Message.Result result = new Message.Result(
                "j",
                "cancelled",
                new Message.PhaseTimes(
                        Optional.of(1.5), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(Wire.refused(result)).isInstanceOfSatisfying(Fault.Refused.class, refused -> {
            assertThat(refused.name()).isEqualTo("cancelled");
            assertThat(refused.phases().fetch()).contains(Duration.ofNanos(1_500_000));
        });
    }

    @Test
    void a_poisoned_page_is_told_with_what_it_had_to_show() {
        Message.Result result = new Message.Result(
                "j",
                "failed",
                new Message.PhaseTimes(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.of(new Message.EvidenceInfo(
                        Optional.of("webnn"),
                        Optional.empty(),
                        List.of("a line"),
                        List.of(),
                        Map.of(),
                        List.of(),
                        Map.of())),
                Optional.of(new Message.ErrorInfo("first", "RuntimeError", "unreachable", Optional.empty())),
                Optional.empty(),
                Optional.of("RuntimeError: unreachable"),
                Optional.empty());
        assertThat(Wire.refused(result)).isInstanceOfSatisfying(Fault.Refused.class, refused -> {
            assertThat(refused.poisoned()).contains("RuntimeError: unreachable");
            assertThat(refused.evidence())
                    .hasValueSatisfying(raw -> assertThat(raw.log()).containsExactly("a line"));
        });
    }

    private static ModelArtifact model() {
        return new ModelArtifact("0".repeat(64), 7, Path.of("m.onnx"));
    }
}
