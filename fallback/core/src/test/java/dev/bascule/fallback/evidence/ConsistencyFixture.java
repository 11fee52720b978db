package dev.bascule.fallback.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.EvidenceJudge.RunnerContext;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An honest record of a small model, which tests of rules turn into lies. */
abstract class ConsistencyFixture {
    static final EvidenceJudge JUDGE = new EvidenceJudge(Backends.installed());
    static final String WEBGPU = "WebGpuExecutionProvider";
    static final String CPU = "CPUExecutionProvider";
    static final Map<String, String> SOFTWARE =
            Map.of("vendor", "google", "architecture", "swiftshader", "isFallbackAdapter", "true");
    static final Map<String, String> HARDWARE =
            Map.of("vendor", "acme", "architecture", "rocket", "isFallbackAdapter", "false");
    static final GraphFacts MODEL = new GraphFacts(
            Map.of("Conv", 2, "Relu", 2, "MatMul", 1, "Add", 1, "Softmax", 1),
            Set.of("conv1", "conv2", "relu1", "relu2", "scores/MatMul", "add", "soft", "x", "y"),
            false,
            false,
            0,
            20,
            3,
            Map.of(HeavyWork.CONVOLUTION, 2, HeavyWork.PRODUCT, 1));

    static NodePlacement node(String name, String operator) {
        return new NodePlacement(name, operator, WEBGPU);
    }

    static final List<NodePlacement> HONEST = List.of(
            node("Transpose_token_1", "Transpose"),
            node("fused relu1", "FusedConv"),
            node("conv2_nchwc", "Conv"),
            node("scores/MatMul/MatMulAddFusion", "Gemm"),
            new NodePlacement("soft", "Softmax", CPU),
            node("Memcpy_token_3", "MemcpyToHost"));

    static Evidence judged(Backend backend, RawEvidence raw, HostView host) {
        return JUDGE.judge(backend, raw, RunnerContext.UNKNOWN, host);
    }

    static RawEvidence raw(List<NodePlacement> nodes, Map<String, String> adapter, Map<String, String> environment) {
        return new RawEvidence(
                Optional.of("webgpu"), Optional.of("ort.jspi"), List.of(), nodes, adapter, List.of(), environment);
    }

    static Evidence placed(GraphFacts graph, List<NodePlacement> nodes) {
        return judged(Backends.WEBGPU, raw(nodes, SOFTWARE, Map.of()), HostView.NOTHING.withGraph(Optional.of(graph)));
    }

    static void refused(Evidence evidence, String rule) {
        assertThat(evidence.contradictions()).extracting(Contradiction::rule).contains(rule);
        assertThat(evidence.proof()).isEqualTo(ProofClass.UNKNOWN);
        assertThat(evidence.where().proven()).isEmpty();
        assertThat(evidence.actual()).as("nor is its word heard").isEmpty();
        assertThat(evidence.nodes()).isEmpty();
        assertThat(evidence.software()).isNotEqualTo(Optional.of(false));
        assertThat(evidence.deviceType()).isEmpty();
        assertThat(evidence.notes()).anyMatch(note -> note.startsWith("contradiction: "));
    }

    static void believed(Evidence evidence) {
        assertThat(evidence.contradictions()).isEmpty();
        assertThat(evidence.proof()).isEqualTo(ProofClass.PROVEN);
    }
}
