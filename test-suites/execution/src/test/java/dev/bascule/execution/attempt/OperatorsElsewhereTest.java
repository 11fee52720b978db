package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.EvidenceJudge.RunnerContext;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OperatorsElsewhereTest {
    private static final String OPENVINO = "OpenVINOExecutionProvider";
    private static final String CPU = "CPUExecutionProvider";

    @Test
    void those_with_most_nodes_are_named_first_and_the_place_says_so() {
        SessionPlacement placement = placed(
                Backends.OPENVINO,
                raw(
                        new NodePlacement("a", "subgraph_1", OPENVINO),
                        new NodePlacement("b", "Sin", CPU),
                        new NodePlacement("c", "Gather", CPU),
                        new NodePlacement("d", "Gather", CPU)));

        assertThat(placement.where())
                .isEqualTo("1 of 4 nodes there, by backend: {cpu=3, openvino=1}; elsewhere 2 Gather, 1 Sin");
    }

    @Test
    void copies_between_devices_and_nodes_that_are_there_are_not_elsewhere() {
        RawEvidence raw = raw(new NodePlacement("a", "Conv", OPENVINO), new NodePlacement("b", "MemcpyFromHost", CPU));

        assertThat(elsewhere(Backends.OPENVINO, raw)).isEqualTo(OperatorsElsewhere.NONE);
        assertThat(placed(Backends.OPENVINO, raw).where()).isEqualTo("the one node there");
    }

    @Test
    void of_many_operators_six_are_named() {
        List<NodePlacement> nodes = new ArrayList<>();
        nodes.add(new NodePlacement("there", "Conv", OPENVINO));
        IntStream.range(0, 8).forEach(i -> nodes.add(new NodePlacement("n" + i, "Op" + i, CPU)));

        assertThat(elsewhere(Backends.OPENVINO, raw(nodes.toArray(NodePlacement[]::new)))
                        .words())
                .isEqualTo("1 Op0, 1 Op1, 1 Op2, 1 Op3, 1 Op4, 1 Op5 and 2 other operators");
    }

    @Test
    void a_record_that_counts_more_nodes_than_it_names_names_none() {
        RawEvidence raw = raw(new NodePlacement("a", "Conv", OPENVINO), new NodePlacement("b", "Sin", CPU));
        Evidence more = judged(
                Backends.OPENVINO,
                raw(
                        new NodePlacement("a", "Conv", OPENVINO),
                        new NodePlacement("b", "Sin", CPU),
                        new NodePlacement("c", "Cos", CPU)));

        assertThat(OperatorsElsewhere.of(Backends.OPENVINO, raw, more)).isEqualTo(OperatorsElsewhere.NONE);
    }

    private static SessionPlacement placed(Backend backend, RawEvidence raw) {
        return new SessionPlacement(judged(backend, raw), Optional.empty(), elsewhere(backend, raw));
    }

    private static OperatorsElsewhere elsewhere(Backend backend, RawEvidence raw) {
        return OperatorsElsewhere.of(backend, raw, judged(backend, raw));
    }

    private static Evidence judged(Backend backend, RawEvidence raw) {
        return new EvidenceJudge(Backends.installed()).judge(backend, raw, RunnerContext.UNKNOWN);
    }

    private static RawEvidence raw(NodePlacement... nodes) {
        return new RawEvidence(
                Optional.empty(), Optional.empty(), List.of(), List.of(nodes), Map.of(), List.of(), Map.of());
    }
}
