package dev.bascule.nativerunner.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import org.junit.jupiter.api.Test;

class TorchProfileTest {
    /** As libtorch 2.7.1 wrote it for a model that multiplies once, with a scalar that it makes a tensor of, and adds. */
    private static final String RECORDED = """
            [
            {"name": "aten::to", "ph": "X", "ts": 78.977, "dur": 9.384, "tid": 1, "pid": "CPU Functions", "args": {}},
            {"name": "aten::mul", "ph": "X", "ts": 73.108, "dur": 18.137, "tid": 1, "pid": "CPU Functions", "args": {}},
            {"name": "aten::add", "ph": "X", "ts": 91.500, "dur": 0.400, "tid": 1, "pid": "CPU Functions", "args": {}},
            {"name": "forward", "ph": "X", "ts": 71.536, "dur": 20.450, "tid": 1, "pid": "CPU Functions", "args": {}}
            ]""";

    @Test
    void operators_are_read_in_order_and_those_inside_of_another_are_parts_of_it() throws Exception {
        assertThat(TorchProfile.parse(RECORDED, "cpu"))
                .containsExactly(new NodePlacement("mul.0", "mul", "cpu"), new NodePlacement("add.1", "add", "cpu"));
    }

    @Test
    void a_trace_without_operators_shows_no_node() throws Exception {
        assertThat(TorchProfile.parse("[{\"name\":\"forward\",\"ph\":\"X\",\"ts\":1,\"dur\":2}]", "cpu"))
                .isEmpty();
    }

    @Test
    void a_trace_cut_short_is_an_error_and_not_half_a_proof() {
        assertThatThrownBy(() -> TorchProfile.parse(RECORDED.substring(0, 150), "cpu"))
                .isInstanceOf(JsonProcessingException.class);
    }
}
