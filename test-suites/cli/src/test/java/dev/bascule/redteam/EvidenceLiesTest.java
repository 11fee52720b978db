package dev.bascule.redteam;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

    private static Attempt attempt(Backend backend, String model, String evidence) {
        String lie = "(m) => { if (m.evidence) { const e = m.evidence; %s } return m; }".formatted(evidence);
        return told(backend, model, lie);
    }

    private static Attempt told(Backend backend, String model, String lie) {
        try (Trap trap = new Trap(
                List.of(LyingPages.message(lie)),
                Side.BROWSER,
                bridge -> RealBrowsers.launcher(bridge, RealBrowsers.shell()))) {
            return trap.attempt(model, backend);
        }
    }

    private static Attempt attempt(Backend backend, String evidence) {
        return attempt(backend, "vit-micro", evidence);
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

    /** All that the page tells of adapters, from the start. */
    private static Attempt withAdapter(String adapter) {
        return told(Backends.WEBGPU, "vit-micro", """
                (m) => {
                  const lie = (told) => Object.assign(told, %s);
                  if (m.evidence) { lie(m.evidence.adapter); }
                  for (const b of m.type === 'capabilities' ? m.backends : []) {
                    if (b.backend === 'webgpu') { lie(b.adapter); b.software = false; b.status = 'ok'; b.reason = null; }
                  }
                  return m;
                }""".formatted(adapter));
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
                        Backends.WEBGPU,
                        log("Node placements", " All nodes placed on [WebGpuExecutionProvider]. Number of nodes: 1")),
                "graph-nodes-at-least");
        refused(
                attempt(
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
