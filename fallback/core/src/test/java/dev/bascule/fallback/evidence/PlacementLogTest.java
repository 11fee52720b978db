package dev.bascule.fallback.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementLogTest {

    @ParameterizedTest
    @CsvSource({
        "wasm-mnist, CPUExecutionProvider, 6",
        "wasm-ultraface, CPUExecutionProvider, 87",
        "wasm-silero, CPUExecutionProvider, 108",
        "webgpu-mnist, WebGpuExecutionProvider, 8",
        "webgpu-ultraface, WebGpuExecutionProvider, 82"
    })
    void a_session_on_one_provider_has_all_its_nodes_there(String log, String provider, int nodes) {
        PlacementLog placement = PlacementLog.parse(RecordedLog.lines(log));
        assertThat(placement.nodesByProvider()).isEqualTo(Map.of(provider, nodes));
        assertThat(placement.partitions()).isEmpty();
        assertThat(placement.exact()).isTrue();
    }

    /** As onnxruntime-web 1.12.1 wrote it. */
    @Test
    void an_old_engine_that_does_not_say_how_many_nodes_there_are_has_no_flaw_and_no_nodes() {
        String stamp =
                "2026-11-25 21:26:15.123400 [V:onnxruntime:,session_state.cc:1010 VerifyEachNodeIsAssignedToAnEp] ";
        PlacementLog log = PlacementLog.parse(List.of(
                stamp + "Node placements",
                stamp + "All nodes have been placed on [CPUExecutionProvider].",
                "2026-11-25 21:26:15.123900 [I:onnxruntime:, inference_session.cc:1 Initialize] Session successfully"
                        + " initialized."));
        assertThat(log.flaws()).isEmpty();
        assertThat(log.nodesByProvider()).isEmpty();
        assertThat(log.empty()).isFalse();
    }

    @Test
    @Tag("attack")
    @Timeout(60)
    void a_line_of_a_hundred_thousand_colors_overflows_nothing_and_holds_nobody_up() {
        String stamp = "2026-11-20 10:15:30.123456 [V:onnxruntime:Default, a.cc:1 VerifyEachNodeIsAssignedToAnEp] ";
        String colors = "\u001b[m".repeat(100_000);
        assertThat(PlacementLog.parse(List.of(
                                colors + stamp + "Node placements" + colors,
                                stamp + " All nodes placed on [CPUExecutionProvider]. Number of nodes: 3" + colors,
                                stamp + colors + "x",
                                stamp.substring(0, 40) + "a".repeat(300_000)))
                        .nodesByProvider())
                .containsExactly(Map.entry("CPUExecutionProvider", 3));
    }

    @Test
    void a_webnn_session_taken_whole_counts_the_nodes_inside_its_one_partition() {
        PlacementLog placement = PlacementLog.parse(RecordedLog.lines("webnn-mnist"));
        assertThat(placement.nodesByProvider()).isEqualTo(Map.of("WebNNExecutionProvider", 8));
        assertThat(placement.partitions()).hasValue(1);
    }

    @Test
    void a_webnn_session_in_three_partitions_counts_121_nodes_and_4_on_the_cpu() {
        PlacementLog placement = PlacementLog.parse(RecordedLog.lines("webnn-ultraface"));
        assertThat(placement.nodesByProvider())
                .isEqualTo(Map.of("WebNNExecutionProvider", 121, "CPUExecutionProvider", 4));
        assertThat(placement.partitions()).hasValue(3);
        assertThat(placement.exact()).isTrue();
    }

    @Test
    void partitions_of_sub_graphs_add_up() {
        // Silero: If nodes; GetCapability speaks once for each sub-graph. 1+1+1+2+2 partitions of 4+2+4+4+8 nodes.
        PlacementLog placement = PlacementLog.parse(RecordedLog.lines("webnn-silero"));
        assertThat(placement.nodesByProvider())
                .isEqualTo(Map.of("WebNNExecutionProvider", 22, "CPUExecutionProvider", 86));
        assertThat(placement.partitions()).hasValue(7);
        assertThat(placement.exact()).isTrue();
    }

    @Test
    void copies_between_devices_are_no_nodes() {
        PlacementLog placement = PlacementLog.parse(RecordedLog.lines("webgpu-silero"));
        // 94 placed there, of them 6 Memcpy.
        assertThat(placement.nodesByProvider())
                .isEqualTo(Map.of("WebGpuExecutionProvider", 88, "CPUExecutionProvider", 27));
    }

    @Test
    void the_sessions_of_one_page_are_not_to_be_mixed_they_would_add_up() {
        List<String> both = Stream.of("wasm-mnist", "wasm-ultraface")
                .flatMap(log -> RecordedLog.lines(log).stream())
                .toList();
        assertThat(PlacementLog.parse(both).nodesByProvider()).isEqualTo(Map.of("CPUExecutionProvider", 93));
    }

    @Test
    @Tag("red-team")
    void a_partition_that_was_announced_but_not_compiled_is_not_counted_as_webnns() {
        List<String> lines = new ArrayList<>(RecordedLog.lines("webnn-mnist"));
        lines.removeIf(line -> line.contains("VerifyEachNode"));
        lines.addAll(RecordedLog.lines("wasm-mnist"));
        PlacementLog placement = PlacementLog.parse(lines);
        assertThat(placement.nodesByProvider()).isEqualTo(Map.of("CPUExecutionProvider", 6));
        assertThat(placement.partitions()).hasValue(0);
        assertThat(placement.exact()).isFalse();
    }

    @Test
    void an_announcement_made_twice_is_noticed_and_a_partition_then_counts_as_one_node() {
        List<String> lines = new ArrayList<>();
        for (String line : RecordedLog.lines("webnn-ultraface")) {
            lines.add(line);
            if (line.contains("GetCapability")) {
                lines.add(line);
            }
        }
        PlacementLog placement = PlacementLog.parse(lines);
        assertThat(placement.exact()).isFalse();
        assertThat(placement.partitions()).hasValue(3);
        assertThat(placement.nodesByProvider())
                .isEqualTo(Map.of("WebNNExecutionProvider", 3, "CPUExecutionProvider", 4));
    }

    @Test
    void lines_about_other_things_show_nothing() {
        PlacementLog placement = PlacementLog.parse(List.of(
                "",
                "Node placements",
                "WEBNN_1_1 (x)",
                "All nodes placed on []. Number of nodes: ",
                "\u001b[0;93mhello"));
        assertThat(placement.nodesByProvider()).isEmpty();
        assertThat(placement.partitions()).isEmpty();
    }

    private static final String OFFER =
            "2026-11-21 09:14:40.959393 [I:onnxruntime:, webnn_execution_provider.cc:158 GetCapability] WebNNExecutionProvider::GetCapability, "
                    + "number of partitions supported by WebNN: 2 number of nodes in the graph: 10 "
                    + "number of nodes supported by WebNN: 7";
    private static final String OPENED =
            "2026-11-21 09:14:41.136588 [I:onnxruntime:, inference_session.cc:2867 Initialize] Session successfully initialized.";

    @Test
    void one_offer_of_a_session_that_was_opened_tells_what_is_left_to_the_cpu() {
        PlacementLog log = PlacementLog.parse(List.of(OFFER, OPENED));

        assertThat(log.nodesByProvider()).isEqualTo(Map.of("WebNNExecutionProvider", 7, "CPUExecutionProvider", 3));
        assertThat(log.partitions()).hasValue(2);
        assertThat(log.empty()).isFalse();
    }

    @Test
    void an_offer_of_a_session_that_was_not_opened_or_a_second_one_tells_nothing() {
        assertThat(PlacementLog.parse(List.of(OFFER)).nodesByProvider()).isEmpty();
        assertThat(PlacementLog.parse(List.of(OFFER, OFFER, OPENED)).nodesByProvider())
                .isEmpty();
    }

    @Test
    void a_session_that_was_opened_without_an_offer_had_no_node_left() {
        assertThat(PlacementLog.parse(List.of(OPENED)).empty()).isTrue();
        assertThat(PlacementLog.parse(List.of()).empty()).isFalse();
    }
}
