package dev.bascule.fallback.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.evidence.HostView.Probed;
import dev.bascule.fallback.evidence.HostView.Reach;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule on runners and their logs is told its lie, and is held to say nothing of the same record when it is honest. */
class ConsistencyTest extends ConsistencyFixture {
    @Nested
    class Runners {

        @ParameterizedTest
        @ValueSource(strings = {WEBGPU, CPU})
        void a_page_that_says_its_webgpu_session_has_one_provider_is_refused(String only) {
            RawEvidence told = raw(List.of(), SOFTWARE, Map.of(EvidenceJudge.ONLY_PROVIDERS, only));
            refused(judged(Backends.WEBGPU, told, HostView.NOTHING), "runner-provider");
        }

        @Test
        void what_the_host_started_with_one_provider_is_proven_by_exclusion() {
            believed(judged(
                    Backends.WASM,
                    raw(List.of(), Map.of(), Map.of(EvidenceJudge.ONLY_PROVIDERS, CPU)),
                    HostView.NOTHING));
            RawEvidence graph =
                    raw(List.of(), Map.of(), Map.of(EvidenceJudge.ONLY_PROVIDERS, "WebNNExecutionProvider"));
            believed(judged(Backends.WEBNN, graph, HostView.NOTHING.withBuiltGraph(true)));
            refused(judged(Backends.WEBNN, graph, HostView.NOTHING), "runner-provider");
        }

        @Test
        void another_version_of_the_engine_than_was_served_is_refused() {
            HostView host = HostView.NOTHING.withServedEngine(Optional.of("1.29.0"));
            refused(judged(Backends.WEBGPU, told("engineVersion", "1.30.0"), host), "runner-engine");
            believed(judged(Backends.WEBGPU, told("engineVersion", "1.29.0"), host));
            Probed other = new Probed(true, Optional.of(new Engine("onnxruntime-web", "1.31.0", Optional.empty())));
            refused(judged(Backends.WEBGPU, told("engineVersion", "1.29.0"), host.withProbed(other)), "runner-engine");
        }

        @Test
        void another_build_than_was_asked_for_is_refused() {
            refused(
                    judged(Backends.WEBGPU, told("a", "b"), HostView.NOTHING.asked(1, Optional.of("ort.all"))),
                    "runner-build");
            believed(judged(Backends.WEBGPU, told("a", "b"), HostView.NOTHING.asked(1, Optional.of("ort.jspi"))));
        }

        @Test
        void more_processors_than_the_machine_has_are_refused() {
            HostView host = HostView.NOTHING.withProcessors(OptionalInt.of(4));
            refused(judged(Backends.WEBGPU, told("hardwareConcurrency", "8"), host), "runner-processors");
            believed(judged(Backends.WEBGPU, told("hardwareConcurrency", "4"), host));
            believed(judged(Backends.WEBGPU, told("hardwareConcurrency", "2"), host));
        }

        @Test
        void more_threads_than_were_asked_for_are_refused() {
            HostView host = HostView.NOTHING.asked(2, Optional.empty());
            refused(judged(Backends.WEBGPU, told("threads", "4"), host), "runner-threads");
            believed(judged(Backends.WEBGPU, told("threads", "1"), host));
        }

        @Test
        void threads_without_isolation_are_refused() {
            Map<String, String> lie = Map.of("threads", "2", "crossOriginIsolated", "false");
            refused(judged(Backends.WEBGPU, raw(HONEST, SOFTWARE, lie), HostView.NOTHING), "runner-isolation");
            Map<String, String> honest = new HashMap<>(lie);
            honest.put("threads", "1");
            believed(judged(Backends.WEBGPU, raw(HONEST, SOFTWARE, honest), HostView.NOTHING));
        }

        private RawEvidence told(String fact, String value) {
            return raw(HONEST, SOFTWARE, Map.of(fact, value));
        }
    }

    @Nested
    class WhereTheHostSeesNothing {
        private final RawEvidence record = raw(HONEST, HARDWARE, Map.of());

        @Test
        void a_record_is_the_devices_word() {
            Evidence evidence = judged(Backends.WEBGPU, record, HostView.of(Reach.TOLD));
            assertThat(evidence.proof()).isEqualTo(ProofClass.REPORTED);
            assertThat(evidence.where().proven()).isEmpty();
            assertThat(evidence.where().granted()).contains("webgpu");
            assertThat(evidence.nodes()).isEqualTo(Map.of("webgpu", 4, "wasm", 1));
            assertThat(evidence.notes()).anyMatch(note -> note.startsWith("the device's word"));
        }

        @Test
        void a_record_against_what_was_asked_for_stands_as_an_admission() {
            List<NodePlacement> elsewhere = List.of(new NodePlacement("conv1", "Conv", CPU));
            Evidence evidence = judged(Backends.WEBGPU, raw(elsewhere, HARDWARE, Map.of()), HostView.of(Reach.TOLD));
            assertThat(evidence.proof()).isEqualTo(ProofClass.REPORTED);
            assertThat(evidence.where().granted()).contains("wasm");
            assertThat(evidence.nodesOnRequested()).isZero();
        }

        @Test
        void a_browser_that_a_driver_runs_elsewhere_is_proven_by_its_record() {
            believed(judged(Backends.WEBGPU, record, HostView.of(Reach.DRIVEN)));
        }
    }

    @Nested
    class Logs {
        private static final String STAMP = "2026-11-23 08:06:29.026935 [V:onnxruntime:, session_state.cc:1384 "
                + "VerifyEachNodeIsAssignedToAnEp] ";
        private final List<String> real = RecordedLog.lines("webgpu-silero");

        private Evidence logged(List<String> lines, Optional<GraphFacts> graph) {
            RawEvidence raw = new RawEvidence(
                    Optional.of("webgpu"), Optional.empty(), lines, List.of(), SOFTWARE, List.of(), Map.of());
            return judged(Backends.WEBGPU, raw, HostView.NOTHING.withGraph(graph));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "webgpu-mnist",
                    "webgpu-ultraface",
                    "webgpu-silero",
                    "wasm-mnist",
                    "wasm-ultraface",
                    "wasm-silero",
                    "webnn-mnist",
                    "webnn-ultraface",
                    "webnn-silero"
                })
        void a_real_log_has_no_flaw(String log) {
            assertThat(PlacementLog.parse(RecordedLog.lines(log)).flaws()).isEmpty();
        }

        @Test
        void a_line_that_another_part_of_the_page_printed_is_not_the_engines() {
            refused(
                    logged(
                            List.of("x\n" + STAMP
                                    + " All nodes placed on [WebGpuExecutionProvider]. Number of nodes: 8"),
                            Optional.empty()),
                    "log-form");
        }

        @Test
        @Tag("red-team")
        void a_list_of_placements_beside_the_engines_own_log_is_refused() {
            RawEvidence two = new RawEvidence(
                    Optional.of("webgpu"), Optional.empty(), real, HONEST, SOFTWARE, List.of(), Map.of());
            refused(judged(Backends.WEBGPU, two, HostView.NOTHING), "log-or-profile");
            RawEvidence profile = new RawEvidence(
                    Optional.of("webgpu"), Optional.empty(), List.of(), HONEST, SOFTWARE, List.of(), Map.of());
            believed(judged(Backends.WEBGPU, profile, HostView.NOTHING));
        }

        @Test
        @Tag("red-team")
        void a_heading_that_announces_other_nodes_than_are_listed_is_refused() {
            List<String> more = real.stream()
                    .map(line -> line.replace(
                            "[WebGpuExecutionProvider]. Number of nodes: ",
                            "[WebGpuExecutionProvider]. Number of nodes: 1"))
                    .toList();
            refused(logged(more, Optional.empty()), "log-form");
        }

        @Test
        void a_line_for_all_nodes_after_a_list_is_refused() {
            List<String> lines = new java.util.ArrayList<>(real);
            lines.add(STAMP + " All nodes placed on [WebGpuExecutionProvider]. Number of nodes: 82");
            refused(logged(lines, Optional.empty()), "log-form");
        }

        /** What the console gives when the second of three nodes is called so, line by line. */
        @Test
        void a_node_whose_name_breaks_its_line_writes_no_placements() {
            List<String> lines = List.of(
                    STAMP + "Node placements",
                    STAMP + " Node(s) placed on [CPUExecutionProvider]. Number of nodes: 3",
                    STAMP + "   Conv (conv1)",
                    STAMP + "   Conv (a)",
                    STAMP + " All nodes placed on [WebGpuExecutionProvider]. Number of nodes: 3",
                    STAMP + "x)",
                    STAMP + "   Softmax (soft)");
            refused(logged(lines, Optional.empty()), "log-form");
        }

        @Test
        @Tag("red-team")
        void a_forged_record_that_is_well_formed_is_refused_for_the_name_and_for_the_number_of_graphs() {
            List<String> lines = List.of(
                    STAMP + "Node placements",
                    STAMP + " Node(s) placed on [CPUExecutionProvider]. Number of nodes: 1",
                    STAMP + "   Conv (a)",
                    STAMP + "Node placements",
                    STAMP + " Node(s) placed on [WebGpuExecutionProvider]. Number of nodes: 1",
                    STAMP + "   Conv (x)");
            assertThat(PlacementLog.parse(lines).flaws()).isEmpty();
            String name = "a)\n" + STAMP + "Node placements\nand so on";
            GraphFacts forger =
                    new GraphFacts(Map.of("Conv", 2), Set.of(name, "a", "x"), false, false, 0, 20, 0, Map.of());
            refused(logged(lines, Optional.of(forger)), "log-names");
            refused(logged(lines, Optional.of(forger)), "log-records");
            GraphFacts honest =
                    new GraphFacts(Map.of("Conv", 2, "If", 1), Set.of("a", "x"), false, false, 2, 20, 0, Map.of());
            believed(logged(lines, Optional.of(honest)));
        }
    }
}
