package dev.bascule.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WantedModelTest {

    @Test
    void a_rate_stands_behind_the_last_equals_sign_and_is_one_where_there_is_none() {
        assertThat(WantedModel.parse("a.onnx=2.5")).isEqualTo(new WantedModel("a.onnx", 2.5));
        assertThat(WantedModel.parse("a.onnx")).isEqualTo(new WantedModel("a.onnx", 1));
        assertThat(WantedModel.parse("x=y/a.onnx=3")).isEqualTo(new WantedModel("x=y/a.onnx", 3));
    }

    @Test
    void what_is_no_number_belongs_to_the_model() {
        assertThat(WantedModel.parse("x=y/a.onnx")).isEqualTo(new WantedModel("x=y/a.onnx", 1));
    }
}
