package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.evidence.PlacementLog;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of lines that onnxruntime-web 1.29 wrote in Chrome Headless Shell 153. */
class NodeRecordTest {
    private static RawEvidence evidence(List<String> log, List<NodePlacement> placements) {
        return new RawEvidence(Optional.empty(), Optional.empty(), log, placements, Map.of(), List.of(), Map.of());
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = PlacementLog.class.getResourceAsStream(name + ".log")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static RawEvidence page(String name) throws IOException {
        return evidence(lines(name), List.of());
    }

    @Test
    void of_two_providers_a_pages_log_names_each_node() throws IOException {
        NodeRecord record = NodeRecord.of(page("webgpu-silero"));

        assertThat(record.total()).isEqualTo(88 + 27);
        assertThat(record.complete()).isTrue();
        assertThat(record.named(node -> node.node().equals("/model/decoder/Gather")))
                .containsExactly(new NodePlacement("/model/decoder/Gather", "Gather", "CPUExecutionProvider"));
        assertThat(ComputedPrecision.of(record).doubt(true)).hasValue("none of 115 nodes multiplies integers");
    }

    @Test
    void of_one_provider_it_counts_them_and_names_none() throws IOException {
        NodeRecord record = NodeRecord.of(page("wasm-mnist"));

        assertThat(record.total()).isEqualTo(6);
        assertThat(record.named()).isEmpty();
        assertThat(record.complete()).isFalse();
        assertThat(ComputedPrecision.of(record).doubt(true))
                .hasValueSatisfying(why -> assertThat(why).endsWith("its log names no node"));
    }

    @Test
    void what_webnn_took_is_counted_and_not_named() throws IOException {
        NodeRecord record = NodeRecord.of(page("webnn-ultraface"));

        assertThat(record.total()).isEqualTo(121 + 4);
        assertThat(record.named()).as("3 partitions, 4 on the CPU").hasSize(7);
        assertThat(record.complete()).isFalse();
        assertThat(ComputedPrecision.of(record).doubt(false))
                .hasValueSatisfying(why -> assertThat(why).startsWith("3 of 7 nodes are the engine's own sub-graphs"));
    }

    @Test
    @Tag("red-team")
    void negative_control_a_log_that_disagrees_with_itself_names_nothing() throws IOException {
        List<String> cut = new ArrayList<>(lines("webgpu-silero"));
        cut.removeIf(line -> line.endsWith(" Squeeze (/model/decoder/Squeeze_1)"));
        assertThat(cut).hasSize(lines("webgpu-silero").size() - 1);
        assertThat(NodeRecord.of(evidence(cut, List.of())))
                .isEqualTo(new NodeRecord(List.of(), 0, Optional.of("its log disagrees with itself")));

        List<String> announced = new ArrayList<>(lines("webnn-ultraface"));
        announced.addAll(
                0,
                lines("webnn-mnist").stream()
                        .filter(line -> line.contains("GetCapability"))
                        .toList());
        assertThat(NodeRecord.of(evidence(announced, List.of())).silence()).hasValue("its log disagrees with itself");
    }

    @Test
    void a_profile_goes_before_a_log_and_without_either_nothing_is_told() throws IOException {
        NodePlacement node = new NodePlacement("a", "Conv", "CPUExecutionProvider");

        assertThat(NodeRecord.of(evidence(lines("wasm-mnist"), List.of(node))).named())
                .containsExactly(node);
        assertThat(NodeRecord.of(evidence(List.of(), List.of())).silence())
                .hasValue("the engine does not tell which nodes ran");
    }
}
