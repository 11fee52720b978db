package dev.bascule.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Contradiction;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.redteam.LyingPages.Lie;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runner page in a real browser computes honestly and lies about where. */
@Tag("browser")
@Tag("native")
@Tag("red-team")
@Timeout(180)
@Tag("full")
class EvidenceLiesTest {
    private static final String STAMP =
            "2026-11-23 08:06:29.026935 [V:onnxruntime:, session_state.cc:1384 VerifyEachNodeIsAssignedToAnEp] ";

    private static final Shape SQUARE = Shape.of(8, 8);

    private static String model = "";
    private static LyingPages pages;
    private static Trap trap;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        model = Files.write(folder.resolve("products.onnx"), products()).toString();
        pages = new LyingPages(Lie.NONE);
        trap = trap(pages);
    }

    @AfterAll
    static void stop() {
        trap.close();
    }

    private static Trap trap(LyingPages pages) {
        return new Trap(List.of(pages), Side.BROWSER, bridge -> RealBrowsers.launcher(bridge, RealBrowsers.shell()));
    }

    /** Four products in a row: nodes enough to lie about, and two kernels in all for a software GPU to compile. */
    private static byte[] products() {
        float[] weights = new float[Math.toIntExact(SQUARE.elements())];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) Math.sin(i + 1);
        }
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("products")
                .addInput(Protos.typed("x", DType.FLOAT32, SQUARE.dims()))
                .addInitializer(Protos.tensor("W", Tensor.floats(SQUARE, weights)))
                .addOutput(Protos.typed("y3", DType.FLOAT32, SQUARE.dims()));
        for (int i = 0; i < 4; i++) {
            String taken = i == 0 ? "x" : "r" + (i - 1);
            graph.addNode(Protos.node("MatMul", "product" + i, List.of(taken, "W"), List.of("y" + i)));
            if (i < 3) {
                graph.addNode(Protos.node("Relu", "relu" + i, List.of("y" + i), List.of("r" + i)));
            }
        }
        return Protos.model(13, graph).toByteArray();
    }

    private static Attempt attempt(Backend backend, String evidence) {
        return attempt(model, backend, evidence);
    }

    private static Attempt attempt(String model, Backend backend, String evidence) {
        pages.tell(
                Lie.message("(m) => { if (m.evidence) { const e = m.evidence; %s } return m; }".formatted(evidence)));
        return trap.brief(model, backend);
    }

    private static void refused(Attempt attempt, String rule) {
        assertThat(attempt.evidence().contradictions())
                .as(attempt.toString())
                .extracting(Contradiction::rule)
                .contains(rule);
        assertThat(attempt.evidence().proof()).isEqualTo(ProofClass.UNKNOWN);
        assertThat(attempt.outcome()).isEqualTo(Outcome.FAILED);
        Failure failure = attempt.failure().orElseThrow();
        assertThat(failure.code()).isEqualTo(ErrorCode.BACKEND_NOT_PROVEN);
        assertThat(failure.message())
                .contains(attempt.evidence().contradictions().get(0).sentence());
    }

    private static String log(String... lines) {
        StringBuilder script = new StringBuilder("e.log = [");
        for (String line : lines) {
            script.append("'").append(STAMP).append(line).append("',");
        }
        return script.append("];").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"webgpu", "wasm"})
    void negative_control_an_honest_page_is_proven(String backend) {
        Attempt attempt = attempt(Backends.installed().require(backend), "");
        assertThat(attempt.evidence().contradictions()).isEmpty();
        assertThat(attempt.evidence().proof()).as(attempt.toString()).isEqualTo(ProofClass.PROVEN);
        assertThat(attempt.outcome()).isEqualTo(Outcome.SUCCEEDED);
    }

    @Test
    void webgpu_without_an_adapter_is_not_proven() {
        refused(attempt(Backends.WEBGPU, "e.adapter = {};"), "device-adapter");
    }

    @Test
    void placements_of_nodes_that_the_model_has_not_are_not_proof() {
        refused(
                attempt(
                        Backends.WASM,
                        log(
                                "Node placements",
                                " Node(s) placed on [CPUExecutionProvider]. Number of nodes: 2",
                                "   LSTM (recurrent)",
                                "   MatMul (recurrent/MatMul)")),
                "graph-operators");
    }

    @Test
    void more_nodes_than_the_model_can_become_are_not_proof() {
        refused(
                attempt(
                        Backends.WASM,
                        log("Node placements", " All nodes placed on [CPUExecutionProvider]. Number of nodes: 99999")),
                "graph-nodes-at-most");
    }

    @Test
    void another_engine_than_was_served_is_not_proof() {
        refused(attempt(Backends.WASM, "e.environment.engineVersion = '9.9.9';"), "runner-engine");
    }

    @Test
    void threads_that_nobody_asked_for_are_not_proof() {
        refused(attempt(Backends.WASM, "e.environment.threads = 64;"), "runner-threads");
    }

    @Test
    void processors_that_the_machine_has_not_are_not_proof() {
        refused(attempt(Backends.WASM, "e.environment.hardwareConcurrency = 4096;"), "runner-processors");
    }

    /** All that the page tells of adapters, from the start; so it is a page of its own. */
    private static Attempt withAdapter(String adapter) {
        LyingPages own = new LyingPages(Lie.message("""
                (m) => {
                  const lie = (told) => Object.assign(told, %s);
                  if (m.evidence) { lie(m.evidence.adapter); }
                  for (const b of m.type === 'capabilities' ? m.backends : []) {
                    if (b.backend === 'webgpu') { lie(b.adapter); b.software = false; b.status = 'ok'; b.reason = null; }
                  }
                  return m;
                }""".formatted(adapter)));
        try (Trap alone = trap(own)) {
            return alone.brief(model, Backends.WEBGPU);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void hardware_behind_a_software_renderers_library_is_not_proof() {
        refused(
                withAdapter("{ vendor: 'acme', architecture: 'rocket', isFallbackAdapter: false }"),
                "device-libraries");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @Tag("full")
    void a_page_that_is_silent_on_its_adapter_in_the_cell_and_called_it_hardware_before_is_not_believed() {
        refused(withAdapter("{ vendor: 'acme', architecture: 'rocket', isFallbackAdapter: null }"), "device-libraries");
    }

    @Test
    @Tag("full")
    void another_adapter_than_was_told_at_the_start_is_not_proof() {
        refused(
                attempt(Backends.WEBGPU, "Object.assign(e.adapter, { vendor: 'acme', architecture: 'rocket' });"),
                "device-same");
    }

    @Test
    @Tag("full")
    void one_fused_node_for_a_whole_model_is_not_proof() {
        refused(
                attempt(
                        "vit-micro",
                        Backends.WEBGPU,
                        log("Node placements", " All nodes placed on [WebGpuExecutionProvider]. Number of nodes: 1")),
                "graph-nodes-at-least");
        refused(
                attempt(
                        "vit-micro",
                        Backends.WEBGPU,
                        "e.log = []; e.placements = [{ node: 'FusedX', operator: 'FusedX', "
                                + "provider: 'WebGpuExecutionProvider' }];"),
                "graph-work");
    }

    @Test
    @Tag("full")
    void exclusion_is_not_the_pages_word() {
        refused(
                attempt(Backends.WEBGPU, "e.log = []; e.environment.executionProviders = 'WebGpuExecutionProvider';"),
                "runner-provider");
    }

    @Test
    void a_printed_line_is_not_the_engines_record() {
        refused(
                attempt(
                        Backends.WASM,
                        "e.log.push('hello\\n" + STAMP
                                + " All nodes placed on [CPUExecutionProvider]. Number of nodes: 64');"),
                "log-form");
    }
}
