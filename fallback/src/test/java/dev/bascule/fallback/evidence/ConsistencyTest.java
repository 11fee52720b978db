package dev.bascule.fallback.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.evidence.EvidenceJudge.Surroundings;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule is told its lie, and is held to say nothing of the same record when it is honest. */
class ConsistencyTest {
    private static final EvidenceJudge JUDGE = new EvidenceJudge(Backends.installed());
    private static final String WEBGPU = "WebGpuExecutionProvider";
    private static final String CPU = "CPUExecutionProvider";
    private static final Map<String, String> SOFTWARE =
            Map.of("vendor", "google", "architecture", "swiftshader", "isFallbackAdapter", "true");
    private static final Map<String, String> HARDWARE =
            Map.of("vendor", "acme", "architecture", "rocket", "isFallbackAdapter", "false");
    private static final GraphFacts MODEL = new GraphFacts(
            Map.of("Conv", 2, "Relu", 2, "MatMul", 1, "Add", 1, "Softmax", 1),
            Set.of("conv1", "conv2", "relu1", "relu2", "scores/MatMul", "add", "soft", "x", "y"),
            false,
            false,
            0,
            20,
            3,
            Map.of(HeavyWork.CONVOLUTION, 2, HeavyWork.PRODUCT, 1));

    private static NodePlacement node(String name, String operator) {
        return new NodePlacement(name, operator, WEBGPU);
    }

    private static final List<NodePlacement> HONEST = List.of(
            node("Transpose_token_1", "Transpose"),
            node("fused relu1", "FusedConv"),
            node("conv2_nchwc", "Conv"),
            node("scores/MatMul/MatMulAddFusion", "Gemm"),
            new NodePlacement("soft", "Softmax", CPU),
            node("Memcpy_token_3", "MemcpyToHost"));

    private static Evidence judged(Backend backend, RawEvidence raw, HostView host) {
        return JUDGE.judge(backend, raw, Surroundings.UNKNOWN, host);
    }

    private static RawEvidence raw(
            List<NodePlacement> nodes, Map<String, String> adapter, Map<String, String> environment) {
        return new RawEvidence(
                Optional.of("webgpu"), Optional.of("ort.jspi"), List.of(), nodes, adapter, List.of(), environment);
    }

    private static Evidence placed(GraphFacts graph, List<NodePlacement> nodes) {
        return judged(Backends.WEBGPU, raw(nodes, SOFTWARE, Map.of()), HostView.NOTHING.withGraph(Optional.of(graph)));
    }

    private static void refused(Evidence evidence, String rule) {
        assertThat(evidence.contradictions()).extracting(Contradiction::rule).contains(rule);
        assertThat(evidence.proof()).isEqualTo(ProofClass.UNKNOWN);
        assertThat(evidence.proven()).isEmpty();
        assertThat(evidence.actual()).as("nor is its word heard").isEmpty();
        assertThat(evidence.nodes()).isEmpty();
        assertThat(evidence.software()).isNotEqualTo(Optional.of(false));
        assertThat(evidence.deviceType()).isEmpty();
        assertThat(evidence.notes()).anyMatch(note -> note.startsWith("contradiction: "));
    }

    private static void believed(Evidence evidence) {
        assertThat(evidence.contradictions()).isEmpty();
        assertThat(evidence.proof()).isEqualTo(ProofClass.PROVEN);
    }

    @Nested
    class Graphs {

        @Test
        void what_an_engine_fuses_renames_and_inserts_is_believed() {
            believed(placed(MODEL, HONEST));
        }

        @ParameterizedTest
        @CsvSource({"LSTM,rnn", "QuickGelu,QuickGelu", "MaxPool,x", "Attention,Attention", "Resize,y"})
        void an_operator_that_nothing_in_the_model_becomes_is_refused(String operator, String name) {
            GraphFacts plain =
                    new GraphFacts(Map.of("Conv", 2, "Relu", 1), Set.of("x", "y"), false, false, 0, 20, 2, Map.of());
            refused(
                    placed(plain, List.of(node("x", "Conv"), node("y", "Conv"), node(name, operator))),
                    "graph-operators");
        }

        @ParameterizedTest
        @CsvSource({
            "SkipLayerNormalization,ReduceMean",
            "FusedMatMul,MatMul",
            "BiasGelu,Erf",
            "QuickGelu,Sigmoid",
            "NhwcConv,Conv",
            "EmbedLayerNormalization,Gather",
            "MultiHeadAttention,MatMul",
            "MatMulInteger,MatMul",
            "Cast,Conv",
            "ReorderOutput,Conv"
        })
        void an_operator_that_a_known_fusion_makes_is_believed(String made, String source) {
            GraphFacts model = new GraphFacts(Map.of(source, 1), Set.of("x"), false, false, 0, 20, 0, Map.of());
            believed(placed(model, List.of(node("x", made))));
        }

        @Test
        void more_convolutions_than_the_model_has_are_refused() {
            refused(
                    placed(MODEL, List.of(node("conv1", "Conv"), node("conv2", "Conv"), node("add", "FusedConv"))),
                    "graph-operator-counts");
        }

        @Test
        void a_node_whose_name_the_model_does_not_have_is_refused() {
            refused(placed(MODEL, List.of(node("conv1", "Conv"), node("stage7/9", "Conv"))), "graph-names");
        }

        @Test
        void more_nodes_than_the_model_can_become_are_refused() {
            List<NodePlacement> many = java.util.Collections.nCopies(21, node("Transpose_token_1", "Transpose"));
            refused(placed(MODEL, many), "graph-nodes-at-most");
        }

        @Test
        void fewer_nodes_than_fusions_leave_of_the_model_are_refused() {
            refused(placed(MODEL, List.of(node("conv1", "Conv"))), "graph-nodes-at-least");
        }

        @Test
        @Tag("red-team")
        void one_node_that_swallowed_the_whole_model_is_refused() {
            refused(placed(MODEL, List.of(node("FusedX", "FusedX"))), "graph-nodes-at-least");
        }

        @Test
        @Tag("red-team")
        void nodes_enough_with_no_room_for_the_models_work_are_refused() {
            List<NodePlacement> hollow = List.of(
                    node("relu1", "Relu"),
                    node("relu2", "Relu"),
                    node("conv1", "Conv"),
                    node("soft", "Softmax"),
                    node("FusedX", "FusedX"));
            refused(placed(MODEL, hollow), "graph-work");
            List<NodePlacement> whole = new java.util.ArrayList<>(hollow);
            whole.add(node("conv2", "FusedConv"));
            assertThat(placed(MODEL, whole).contradictions())
                    .extracting(Contradiction::sentence)
                    .containsExactly(
                            "the nodes of the record have room for 0 products of matrices; the model has 1 that no fusion saves");
            whole.add(node("scores/MatMul", "FusedMatMul"));
            believed(placed(MODEL, whole));
        }

        @Test
        @Tag("red-team")
        void a_provider_that_executes_node_by_node_has_no_compiled_subgraph() {
            refused(placed(MODEL, List.of(node("WEBNN_1_1", "WEBNN_1_1"))), "graph-nodes-at-least");
            refused(placed(MODEL, List.of(node("TRTKernel_graph_1", "TRTKernel_graph_1"))), "graph-work");
        }

        @Test
        @Tag("red-team")
        void a_model_of_which_nothing_is_said_to_be_left_is_refused_where_its_inputs_feed_nodes() {
            RawEvidence nothing = new RawEvidence(
                    Optional.of("webgpu"),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    SOFTWARE,
                    List.of(),
                    Map.of(EvidenceJudge.NODES_LEFT, "0"));
            Evidence lie = judged(Backends.WEBGPU, nothing, HostView.NOTHING.withGraph(Optional.of(MODEL)));
            assertThat(lie.contradictions()).extracting(Contradiction::rule).contains("graph-nothing-left");
            assertThat(lie.facts()).doesNotContainKey(EvidenceJudge.NODES_LEFT);
            GraphFacts folded = new GraphFacts(Map.of("Add", 1), Set.of("x"), false, false, 0, 4, 0, Map.of());
            Evidence honest = judged(Backends.WEBGPU, nothing, HostView.NOTHING.withGraph(Optional.of(folded)));
            assertThat(honest.contradictions()).isEmpty();
            assertThat(honest.facts()).containsKey(EvidenceJudge.NODES_LEFT);
        }

        @Test
        void a_provider_that_compiles_may_make_one_node_of_all() {
            NodePlacement whole = new NodePlacement(
                    "OpenVINOExecutionProvider_OpenVINO-EP-subgraph_2_0",
                    "OpenVINO-EP-subgraph_2",
                    "OpenVINOExecutionProvider");
            believed(judged(
                    Backends.OPENVINO,
                    raw(List.of(whole), Map.of(), Map.of()),
                    HostView.NOTHING.withGraph(Optional.of(MODEL))));
        }

        @Test
        void anything_may_come_of_a_local_function() {
            GraphFacts local = new GraphFacts(Map.of("MyBlock", 1), Set.of("block"), false, true, 0, 4, 0, Map.of());
            believed(placed(local, List.of(node("a_inlfunc_1", "Add"), node("b_inlfunc_2", "Mul"))));
        }
    }

    @Nested
    class Devices {

        @Test
        void webgpu_without_an_adapter_is_refused() {
            refused(judged(Backends.WEBGPU, raw(HONEST, Map.of(), Map.of()), HostView.NOTHING), "device-adapter");
            believed(judged(Backends.WEBGPU, raw(HONEST, SOFTWARE, Map.of()), HostView.NOTHING));
        }

        @Test
        void native_webgpu_has_no_page_that_could_have_seen_an_adapter() {
            believed(judged(Backends.WEBGPU_NATIVE, raw(HONEST, Map.of(), Map.of()), HostView.NOTHING));
        }

        @ParameterizedTest
        @Tag("red-team")
        @CsvSource({
            "SEEN,false,false,true",
            "SEEN,true,false,false",
            "SEEN,false,true,false",
            "DRIVEN,false,false,false"
        })
        void a_hardware_adapter_on_a_machine_that_lists_no_gpu_is_refused(
                Reach reach, boolean machineHasGpu, boolean software, boolean contradicts) {
            Surroundings around = new Surroundings(Optional.empty(), Optional.of(machineHasGpu), Optional.empty());
            Evidence evidence = JUDGE.judge(
                    Backends.WEBGPU, raw(HONEST, software ? SOFTWARE : HARDWARE, Map.of()), around, HostView.of(reach));
            assertThat(evidence.contradictions())
                    .extracting(Contradiction::rule)
                    .isEqualTo(contradicts ? List.of("device-listed") : List.of());
        }

        @Test
        @Tag("red-team")
        void a_hardware_adapter_that_the_browser_itself_calls_a_cpu_is_refused() {
            for (Map<String, String> told :
                    List.of(Map.of("wgpu.type", "Cpu"), Map.of("feature.webgpu", "Software only, hardware disabled"))) {
                HostView host = HostView.NOTHING.withBrowserRecords(told);
                refused(judged(Backends.WEBGPU, raw(HONEST, HARDWARE, Map.of()), host), "device-browser-record");
                believed(judged(Backends.WEBGPU, raw(HONEST, SOFTWARE, Map.of()), host));
            }
            believed(judged(
                    Backends.WEBGPU,
                    raw(HONEST, HARDWARE, Map.of()),
                    HostView.NOTHING.withBrowserRecords(
                            Map.of("wgpu.type", "DiscreteGpu", "feature.webgpu", "Enabled"))));
        }

        @Test
        @Tag("red-team")
        void a_backend_that_was_missing_when_the_runner_was_asked_is_not_proven_now() {
            RawEvidence raw = raw(HONEST, SOFTWARE, Map.of());
            refused(
                    judged(Backends.WEBGPU, raw, HostView.NOTHING.withProbed(new Probed(false, Optional.empty()))),
                    "device-probe");
            believed(judged(Backends.WEBGPU, raw, HostView.NOTHING.withProbed(new Probed(true, Optional.empty()))));
        }

        private static Evidence mapped(String libraries, Map<String, String> adapter) {
            HostView host = HostView.NOTHING.withBrowserRecords(Map.of("gpu.libraries", libraries));
            return judged(Backends.WEBGPU, raw(HONEST, adapter, Map.of()), host);
        }

        @ParameterizedTest
        @Tag("red-team")
        @ValueSource(
                strings = {
                    "gpu-process: libvk_swiftshader.so",
                    "browser: none; gpu-process: libVkLayer_MESA_device_select.so libvk_swiftshader.so libvulkan.so.1",
                    "browser: libEGL.so.1 libLiteRt.so libvulkan.so.1 libvulkan_lvp.so"
                })
        void hardware_where_only_a_software_renderer_is_mapped_is_refused(String libraries) {
            refused(mapped(libraries, HARDWARE), "device-libraries");
            believed(mapped(libraries, SOFTWARE));
        }

        @ParameterizedTest
        @Tag("red-team")
        @ValueSource(
                strings = {
                    "gpu-process: libvk_swiftshader.so libvulkan.so.1 libvulkan_radeon.so",
                    "gpu-process: libGLX_nvidia.so.580.82.09 libvk_swiftshader.so",
                    "gpu-process: libvk_swiftshader.so; browser: libgallium-24.0.so",
                    "gpu-process: libvulkan.so.1",
                    "gpu-process: none",
                    "none"
                })
        void honest_twin_software_beside_a_driver_or_unseen_says_nothing(String libraries) {
            assertThat(mapped(libraries, HARDWARE).contradictions()).isEmpty();
        }

        @Test
        void a_page_that_keeps_silent_about_its_adapter_is_labelled_by_what_the_host_sees() {
            Map<String, String> silent = Map.of("vendor", "acme", "isFallbackAdapter", "null");
            assertThat(mapped("gpu-process: libvk_swiftshader.so", silent).software())
                    .contains(true);
            assertThat(mapped("gpu-process: none", silent).software()).isEmpty();
        }

        @Test
        @Tag("red-team")
        void a_page_that_is_silent_in_the_cell_and_said_hardware_before_claims_hardware() {
            Surroundings before = new Surroundings(Optional.empty(), Optional.of(false), Optional.of(false));
            Map<String, String> silent = Map.of("vendor", "acme");
            refused(
                    JUDGE.judge(Backends.WEBGPU, raw(HONEST, silent, Map.of()), before, HostView.NOTHING),
                    "device-listed");
        }

        @ParameterizedTest
        @Tag("red-team")
        @CsvSource({"vendor,google", "architecture,swiftshader", "device,0x1234", "isFallbackAdapter,true"})
        void another_adapter_than_at_the_start_is_refused(String fact, String value) {
            Map<String, String> start = new HashMap<>(HARDWARE);
            start.put("device", "0x0001");
            Map<String, String> other = new HashMap<>(start);
            other.put(fact, value);
            HostView host = HostView.NOTHING.withProbed(new Probed(true, Optional.empty(), start));
            refused(judged(Backends.WEBGPU, raw(HONEST, other, Map.of()), host), "device-same");
            believed(judged(Backends.WEBGPU, raw(HONEST, start, Map.of()), host));
            other.put(fact, "null");
            believed(judged(Backends.WEBGPU, raw(HONEST, other, Map.of()), host));
        }

        @Test
        @Tag("red-team")
        void nodes_on_webnn_without_a_graph_that_was_built_are_refused() {
            List<NodePlacement> nodes = List.of(new NodePlacement("WEBNN_1_1", "WEBNN_1_1", "WebNNExecutionProvider"));
            refused(
                    judged(Backends.WEBNN, raw(nodes, Map.of(), Map.of("webnnGraphs", "0")), HostView.NOTHING),
                    "device-graphs");
            believed(judged(Backends.WEBNN, raw(nodes, Map.of(), Map.of("webnnGraphs", "1")), HostView.NOTHING));
        }
    }

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
            assertThat(evidence.proven()).isEmpty();
            assertThat(evidence.granted()).contains("webgpu");
            assertThat(evidence.nodes()).isEqualTo(Map.of("webgpu", 4, "wasm", 1));
            assertThat(evidence.notes()).anyMatch(note -> note.startsWith("the device's word"));
        }

        @Test
        void a_record_against_what_was_asked_for_stands_as_an_admission() {
            List<NodePlacement> elsewhere = List.of(new NodePlacement("conv1", "Conv", CPU));
            Evidence evidence = judged(Backends.WEBGPU, raw(elsewhere, HARDWARE, Map.of()), HostView.of(Reach.TOLD));
            assertThat(evidence.proof()).isEqualTo(ProofClass.REPORTED);
            assertThat(evidence.granted()).contains("wasm");
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
