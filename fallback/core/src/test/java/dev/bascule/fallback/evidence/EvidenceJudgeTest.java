package dev.bascule.fallback.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.evidence.EvidenceJudge.RunnerContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvidenceJudgeTest {
    private static final EvidenceJudge JUDGE = new EvidenceJudge(Backends.installed());

    @Nested
    class Proof {

        @Test
        void the_engines_log_proves_a_backend() {
            Evidence evidence = judge(Backends.WEBNN, logged("webnn", "webnn-ultraface"));
            assertThat(evidence.proof()).isEqualTo(ProofClass.PROVEN);
            assertThat(evidence.where().proven()).contains("webnn");
            assertThat(evidence.nodes()).isEqualTo(Map.of("webnn", 121, "wasm", 4));
            assertThat(evidence.partitions()).hasValue(3);
            assertThat(evidence.isPartial()).isTrue();
            assertThat(evidence.actual()).contains("webnn");
        }

        @Test
        void a_session_taken_whole_is_not_partial() {
            assertThat(judge(Backends.WEBGPU, logged("webgpu", "webgpu-ultraface")))
                    .satisfies(evidence -> {
                        assertThat(evidence.nodesOnRequested()).isEqualTo(82);
                        assertThat(evidence.isPartial()).isFalse();
                    });
        }

        @Test
        @Tag("red-team")
        void a_runner_that_claims_webnn_while_the_log_shows_the_cpu_is_not_believed() {
            Evidence evidence = judge(Backends.WEBNN, logged("webnn", "wasm-ultraface"));
            assertThat(evidence.where().granted()).contains("webnn");
            assertThat(evidence.where().proven()).contains("wasm");
            assertThat(evidence.actual()).contains("wasm");
            assertThat(evidence.nodesOnRequested()).isZero();
            assertThat(evidence.isPartial()).isFalse();
            assertThat(evidence.deviceType()).contains(DeviceType.CPU);
            assertThat(evidence.notes())
                    .anySatisfy(note -> assertThat(note).contains("webnn").contains("wasm"));
        }

        @Test
        @Tag("red-team")
        void a_claim_of_webgpu_over_a_profile_on_the_cpu_is_not_believed_either() {
            RawEvidence raw = raw(Optional.of("webgpu"), List.of(), placed("CPUExecutionProvider", 5), Map.of());
            assertThat(judge(Backends.WEBGPU, raw).where().proven()).contains("wasm");
        }

        @Test
        void two_backends_of_one_provider_are_told_apart_by_what_was_asked() {
            RawEvidence apple = raw(Optional.of("coreml"), List.of(), placed("CoreMLExecutionProvider", 5), Map.of());
            assertThat(judge(Backends.COREML, apple).nodes()).isEqualTo(Map.of("coreml", 5));
            assertThat(judge(Backends.COREML, apple).deviceType())
                    .as("no record shows the unit")
                    .isEmpty();
            assertThat(judge(Backends.MPS, apple).nodes()).isEqualTo(Map.of("mps", 5));

            RawEvidence left = raw(Optional.of("tensorrt"), List.of(), placed("CUDAExecutionProvider", 5), Map.of());
            assertThat(judge(Backends.TENSORRT, left).where().proven()).contains("cuda");
        }

        @Test
        @Tag("red-team")
        void apples_gpu_is_never_proven_by_a_record_that_ends_at_core_ml() {
            RawEvidence apple = raw(Optional.of("mps"), List.of(), placed("CoreMLExecutionProvider", 5), Map.of());
            Evidence evidence = judge(Backends.MPS, apple);
            assertThat(evidence.proof()).isEqualTo(ProofClass.REPORTED);
            assertThat(evidence.where().proven()).isEmpty();
            assertThat(evidence.deviceType()).isEmpty();
            assertThat(evidence.notes()).anySatisfy(note -> assertThat(note).contains("not where it ran them"));
        }

        @Test
        @Tag("red-team")
        void without_a_record_a_claim_is_reported_and_never_proven() {
            Evidence evidence = judge(Backends.WEBNN, raw(Optional.of("webnn"), List.of(), List.of(), Map.of()));
            assertThat(evidence.proof()).isEqualTo(ProofClass.REPORTED);
            assertThat(evidence.where().proven()).isEmpty();
            assertThat(evidence.nodes()).isEmpty();
            assertThat(evidence.notes()).isNotEmpty();
        }

        @Test
        void without_a_record_and_without_a_claim_nothing_is_known() {
            Evidence evidence =
                    judge(Backends.WEBNN, raw(Optional.empty(), List.of("some other line"), List.of(), Map.of()));
            assertThat(evidence.proof()).isEqualTo(ProofClass.UNKNOWN);
            assertThat(evidence.actual()).isEmpty();
        }

        @Test
        void no_evidence_at_all_is_unknown() {
            assertThat(Evidence.none("cuda")).satisfies(evidence -> {
                assertThat(evidence.proof()).isEqualTo(ProofClass.UNKNOWN);
                assertThat(evidence.actual()).isEmpty();
                assertThat(evidence.totalNodes()).isZero();
            });
        }

        @Test
        @Tag("red-team")
        void an_announcement_without_placements_is_no_proof() {
            List<String> announced = RecordedLog.lines("webnn-ultraface").stream()
                    .filter(line -> !line.contains("VerifyEachNode"))
                    .toList();
            assertThat(judge(Backends.WEBNN, raw(Optional.of("webnn"), announced, List.of(), Map.of()))
                            .proof())
                    .isEqualTo(ProofClass.REPORTED);
        }

        @Test
        void a_session_with_one_provider_proves_it_by_exclusion() {
            Evidence evidence = judge(Backends.WASM, withProviders("wasm", "CPUExecutionProvider"));
            assertThat(evidence.proof()).isEqualTo(ProofClass.PROVEN);
            assertThat(evidence.where().proven()).contains("wasm");
            assertThat(evidence.notes()).anySatisfy(note -> assertThat(note).contains("exclusion"));
        }

        @Test
        void of_several_providers_none_is_proven_by_exclusion() {
            Evidence evidence =
                    judge(Backends.WEBNN, withProviders("webnn", "WebNNExecutionProvider,CPUExecutionProvider"));
            assertThat(evidence.proof()).isEqualTo(ProofClass.REPORTED);
        }

        @Test
        void copies_in_a_profile_are_no_nodes() {
            RawEvidence raw = raw(
                    Optional.empty(),
                    List.of(),
                    List.of(
                            new RawEvidence.NodePlacement("a", "Conv", "WebGpuExecutionProvider"),
                            new RawEvidence.NodePlacement("b", "MemcpyToHost", "WebGpuExecutionProvider")),
                    Map.of("vendor", "acme"));
            assertThat(judge(Backends.WEBGPU, raw).nodes()).isEqualTo(Map.of("webgpu", 1));
        }

        @Test
        void the_older_kernels_provider_counts_as_webgpu_too() {
            RawEvidence raw =
                    raw(Optional.empty(), List.of(), placed("JsExecutionProvider", 2), Map.of("vendor", "acme"));
            assertThat(judge(Backends.WEBGPU, raw).where().proven()).contains("webgpu");
        }

        @Test
        void a_providers_name_means_the_backend_of_the_same_side() {
            RawEvidence raw = raw(Optional.empty(), List.of(), placed("CPUExecutionProvider", 2), Map.of());
            assertThat(judge(Backends.WASM, raw).where().proven()).contains("wasm");
            assertThat(judge(Backends.NATIVE_CPU, raw).where().proven()).contains("cpu");
        }

        @Test
        void a_provider_that_no_backend_has_is_named_as_it_is_and_its_device_is_unknown() {
            RawEvidence raw = raw(Optional.of("cuda"), List.of(), placed("VitisAIExecutionProvider", 2), Map.of());
            Evidence evidence = judge(Backends.CUDA, raw);
            assertThat(evidence.where().proven()).contains("VitisAIExecutionProvider");
            assertThat(evidence.deviceType()).isEmpty();
        }
    }

    @Nested
    class SoftwareAdapters {

        @Test
        void a_fallback_adapter_is_software_and_no_gpu() {
            Evidence evidence = judge(Backends.WEBGPU, adapter(Map.of("isFallbackAdapter", "true", "vendor", "")));
            assertThat(evidence.software()).contains(true);
            assertThat(evidence.deviceType()).contains(DeviceType.CPU);
        }

        @ParameterizedTest
        @Tag("red-team")
        @ValueSource(
                strings = {
                    "SwiftShader Device (Subzero) (0x0000C0DE)",
                    "swiftshader",
                    "llvmpipe (LLVM 15.0.6, 256 bits)",
                    "lavapipe",
                    "Microsoft Basic Render Driver",
                    "softpipe"
                })
        void a_software_rasteriser_is_known_by_name(String description) {
            assertThat(judge(Backends.WEBGPU, adapter(Map.of("description", description)))
                            .software())
                    .contains(true);
        }

        @Test
        void a_name_outweighs_a_denial() {
            Evidence evidence = judge(
                    Backends.WEBGPU, adapter(Map.of("isFallbackAdapter", "false", "architecture", "swiftshader")));
            assertThat(evidence.software()).contains(true);
            assertThat(evidence.deviceType()).contains(DeviceType.CPU);
        }

        @Test
        void a_hardware_adapter_is_a_gpu() {
            Evidence evidence = judge(
                    Backends.WEBGPU,
                    adapter(Map.of("isFallbackAdapter", "false", "vendor", "nvidia", "architecture", "ada")));
            assertThat(evidence.software()).contains(false);
            assertThat(evidence.deviceType()).contains(DeviceType.GPU);
        }

        @Test
        void an_adapter_that_says_nothing_is_not_called_either() {
            assertThat(judge(Backends.WEBGPU, adapter(Map.of("vendor", "acme"))).software())
                    .isEmpty();
        }

        @Test
        void a_silent_adapter_on_a_machine_without_a_gpu_is_no_gpu() {
            RunnerContext bare = new RunnerContext(Optional.empty(), Optional.of(false), Optional.empty());
            Evidence evidence = JUDGE.judge(Backends.WEBGPU, adapter(Map.of("vendor", "")), bare);
            assertThat(evidence.deviceType()).contains(DeviceType.CPU);
        }

        @Test
        void what_the_runner_said_when_it_joined_counts_where_the_job_is_silent() {
            RunnerContext joined = new RunnerContext(Optional.empty(), Optional.empty(), Optional.of(true));
            assertThat(JUDGE.judge(Backends.WEBGPU, adapter(Map.of()), joined).software())
                    .contains(true);
        }

        @Test
        void a_cpu_has_no_adapter() {
            assertThat(judge(Backends.WASM, adapter(Map.of("isFallbackAdapter", "true")))
                            .software())
                    .isEmpty();
        }
    }

    @Nested
    class WebNnDevices {
        private final RawEvidence grantedGpu = new RawEvidence(
                Optional.of("webnn"),
                Optional.empty(),
                RecordedLog.lines("webnn-mnist"),
                List.of(),
                Map.of(),
                List.of("gpu", "cpu"),
                Map.of());

        @Test
        void a_gpu_that_the_machine_does_not_have_is_not_believed_though_graph_devices_name_it() {
            Evidence evidence = JUDGE.judge(Backends.WEBNN, grantedGpu, asked(DeviceType.GPU, false));
            assertThat(evidence.proof()).isEqualTo(ProofClass.PROVEN);
            assertThat(evidence.deviceType()).contains(DeviceType.CPU);
            assertThat(evidence.facts()).containsEntry("graphDevices", "gpu,cpu");
            assertThat(evidence.notes()).anySatisfy(note -> assertThat(note).contains("no hardware GPU"));
        }

        @Test
        @Tag("red-team")
        void a_gpu_behind_a_software_adapter_is_not_believed() {
            RunnerContext swiftShader =
                    new RunnerContext(Optional.of(DeviceType.GPU), Optional.empty(), Optional.of(true));
            assertThat(JUDGE.judge(Backends.WEBNN, grantedGpu, swiftShader).deviceType())
                    .contains(DeviceType.CPU);
        }

        @Test
        void a_gpu_that_may_be_there_stays_unproven() {
            assertThat(JUDGE.judge(Backends.WEBNN, grantedGpu, asked(DeviceType.GPU, true))
                            .deviceType())
                    .isEmpty();
            assertThat(judge(Backends.WEBNN, grantedGpu).deviceType()).isEmpty();
        }

        @Test
        void an_npu_stays_unproven() {
            assertThat(JUDGE.judge(Backends.WEBNN, grantedGpu, asked(DeviceType.NPU, false))
                            .deviceType())
                    .isEmpty();
        }

        @Test
        void a_cpu_is_a_cpu() {
            assertThat(JUDGE.judge(Backends.WEBNN, grantedGpu, asked(DeviceType.CPU, false))
                            .deviceType())
                    .contains(DeviceType.CPU);
        }

        private RunnerContext asked(DeviceType type, boolean machineHasGpu) {
            return new RunnerContext(Optional.of(type), Optional.of(machineHasGpu), Optional.empty());
        }
    }

    @Test
    void facts_of_adapter_and_environment_are_kept() {
        RawEvidence raw = new RawEvidence(
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Map.of("vendor", "google"),
                List.of(),
                Map.of("crossOriginIsolated", "true"));
        assertThat(judge(Backends.WEBGPU, raw).facts())
                .containsEntry("adapter.vendor", "google")
                .containsEntry("crossOriginIsolated", "true");
    }

    private static Evidence judge(Backend requested, RawEvidence raw) {
        return JUDGE.judge(requested, raw, RunnerContext.UNKNOWN);
    }

    private static RawEvidence logged(String granted, String log) {
        return raw(Optional.of(granted), RecordedLog.lines(log), List.of(), Map.of("vendor", "acme"));
    }

    private static RawEvidence adapter(Map<String, String> adapter) {
        return raw(Optional.of("webgpu"), List.of(), placed("WebGpuExecutionProvider", 3), adapter);
    }

    private static List<RawEvidence.NodePlacement> placed(String provider, int nodes) {
        return IntStream.range(0, nodes)
                .mapToObj(i -> new RawEvidence.NodePlacement("n" + i, "Conv", provider))
                .toList();
    }

    private static RawEvidence raw(
            Optional<String> granted,
            List<String> log,
            List<RawEvidence.NodePlacement> placements,
            Map<String, String> adapter) {
        return new RawEvidence(granted, Optional.empty(), log, placements, adapter, List.of(), Map.of());
    }

    private static RawEvidence withProviders(String granted, String providers) {
        return new RawEvidence(
                Optional.of(granted),
                Optional.empty(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                Map.of(EvidenceJudge.ONLY_PROVIDERS, providers));
    }
}
