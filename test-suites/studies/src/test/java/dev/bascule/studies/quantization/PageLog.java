package dev.bascule.studies.quantization;

import dev.bascule.fallback.evidence.PlacementLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a page brings of where nodes ran: lines such as onnxruntime-web 1.29 writes, and recorded ones. */
final class PageLog {
    private static final String STAMP = "2026-11-21 09:14:44.471650 ";
    private static final String PLACING =
            STAMP + "[V:onnxruntime:, session_state.cc:1384 VerifyEachNodeIsAssignedToAnEp] ";

    private PageLog() {}

    /** The lines of core's {@code BACKEND-MODEL.log}. */
    static List<String> recorded(String name) {
        try (InputStream in = PlacementLog.class.getResourceAsStream(name + ".log")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One provider has all: none is named. */
    static List<String> all(String provider, int nodes) {
        return List.of(
                PLACING + "Node placements",
                PLACING + " All nodes placed on [%s]. Number of nodes: %d".formatted(provider, nodes));
    }

    @SafeVarargs
    static List<String> some(List<String>... ofProviders) {
        return Stream.concat(
                        Stream.of(PLACING + "Node placements"),
                        Stream.of(ofProviders).flatMap(List::stream))
                .toList();
    }

    /** @param nodes each {@code OPERATOR (NAME)} */
    static List<String> on(String provider, String... nodes) {
        List<String> lines = new ArrayList<>();
        lines.add(PLACING + " Node(s) placed on [%s]. Number of nodes: %d".formatted(provider, nodes.length));
        Stream.of(nodes).map(PageLog::node).forEach(lines::add);
        return lines;
    }

    static String node(String node) {
        return PLACING + "  " + node;
    }

    /** WebNN took some nodes as one partition, and left the others to the CPU. */
    static List<String> webNn(int taken, String... onCpu) {
        List<String> lines = new ArrayList<>();
        lines.add(STAMP + "[I:onnxruntime:, webnn_execution_provider.cc:158 GetCapability]"
                + " WebNNExecutionProvider::GetCapability, number of partitions supported by WebNN: 1"
                + " number of nodes in the graph: %d number of nodes supported by WebNN: %d"
                        .formatted(taken + onCpu.length, taken));
        lines.addAll(some(
                on("WebNNExecutionProvider", "WEBNN_12348167307177985232_3 (WebNNExecutionProvider_WEBNN_3_0)"),
                on("CPUExecutionProvider", onCpu)));
        return lines;
    }
}
