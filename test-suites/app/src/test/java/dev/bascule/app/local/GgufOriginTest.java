package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.models.gguf.GgmlType;
import dev.bascule.models.gguf.GgufTensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class GgufOriginTest {
    private static GgufTensor tensor(GgmlType type, long columns, long rows) {
        return new GgufTensor(type + " " + rows, type, List.of(columns, rows), 0, 1);
    }

    @Test
    void each_type_of_block_is_told_with_its_share_of_all_weights() {
        assertThat(GgufOrigin.note(List.of(
                        tensor(GgmlType.Q8_0, 32, 2), tensor(GgmlType.Q4_0, 32, 1), tensor(GgmlType.F32, 32, 1))))
                .hasValueSatisfying(note -> assertThat(note)
                        .contains("25.0 % of its weights in Q4_0, 50.0 % of its weights in Q8_0:")
                        .doesNotContain("F32"));
    }

    @Test
    void floats_lie_on_no_grid() {
        assertThat(GgufOrigin.note(List.of(tensor(GgmlType.F16, 32, 2), tensor(GgmlType.F32, 32, 1))))
                .isEmpty();
    }

    @Test
    void a_model_out_of_another_file_has_no_such_note() {
        assertThat(GgufOrigin.note("zoo:ds-cnn")).isEmpty();
    }
}
