package dev.bascule.cli.output.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReasonTextTest {

    @Test
    void reasons_that_differ_in_the_node_alone_are_equal() {
        assertThat(ReasonText.nameless("Could not find an implementation for MatMul(13) node with name 'a'"))
                .isEqualTo(ReasonText.nameless("Could not find an implementation for Gemm(13) node with name 'b'"))
                .isEqualTo("Could not find an implementation for it");
        assertThat(ReasonText.nameless("input parameter (x0) of operator (Conv) in node (Conv 1x1) is invalid."))
                .isEqualTo(
                        ReasonText.nameless("input parameter (x0) of operator (Conv) in node (Conv 3x3) is invalid."))
                .isEqualTo("input parameter (x0) of operator (Conv) in it is invalid.");
    }

    @Test
    void a_reason_is_one_line_and_not_too_long() {
        assertThat(ReasonText.brief(" one\n  two ")).isEqualTo("one two");
        assertThat(ReasonText.brief("x".repeat(1000))).hasSize(241).endsWith("…");
    }
}
