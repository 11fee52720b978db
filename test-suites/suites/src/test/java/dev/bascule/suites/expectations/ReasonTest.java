package dev.bascule.suites.expectations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReasonTest {

    @Test
    void what_the_engine_wraps_around_its_words_is_left_out() {
        assertThat(Reason.of("in phase 'create': Can't create a session. ERROR_CODE: 9, ERROR_MESSAGE: "
                                + "Could not find an implementation for Where(9) node with name ''")
                        .text())
                .isEqualTo("Could not find an implementation for Where(9) node with name ''");
        assertThat(Reason.of("in phase 'create': Error code - ORT_FAIL - message: Fatal error: "
                                + "ai.onnx.preview.training:Momentum(-1) is not a registered function/op")
                        .text())
                .isEqualTo("ai.onnx.preview.training:Momentum(-1) is not a registered function/op");
    }

    @Test
    void a_place_in_the_source_is_named_without_the_folders_of_the_build_machine() {
        assertThat(Reason.of(
                                "Can't create a session. ERROR_CODE: 1, ERROR_MESSAGE: Exception during initialization: "
                                        + "/mnt/_work/1/s/onnxruntime/core/optimizer/transformer_memcpy.cc:254 bool f() was false")
                        .text())
                .isEqualTo("transformer_memcpy.cc:254 bool f() was false");
        assertThat(Reason.of("no such file: /models/a.onnx").text()).isEqualTo("no such file: /models/a.onnx");
    }

    @Test
    void what_a_failed_check_of_the_engine_says_comes_before_its_place() {
        assertThat(Reason.of("/mnt/_work/1/s/onnxruntime/core/optimizer/transformer_memcpy.cc:254 bool "
                                + "onnxruntime::TransformerMemcpyImpl::IsNodeCompatibleWithProvider(const onnxruntime::Node &) "
                                + "const !node_provider_type.empty() was false. Provider type for Cast node with name '' "
                                + "is not set. ")
                        .text())
                .isEqualTo("Provider type for Cast node with name '' is not set (transformer_memcpy.cc:254)");
    }

    @Test
    void a_type_that_the_engine_numbers_is_named() {
        assertThat(Reason.of("unsupported data type: 16").text()).isEqualTo("unsupported data type: 16, bfloat16");
        assertThat(Reason.of("unsupported data type: 99").text()).isEqualTo("unsupported data type: 99");
        assertThat(Reason.of("unsupported data type: 4294967295").text())
                .as("a number that is none of ONNX's")
                .isEqualTo("unsupported data type: 4294967295");
        assertThat(Reason.of("unsupported data type: 16").kind())
                .isNotEqualTo(Reason.of("unsupported data type: 17").kind());
    }

    @Test
    void cases_that_one_thing_ails_are_of_one_kind_and_others_are_not() {
        assertThat(Reason.of("trap at 0x12 in 'a'").kind())
                .isEqualTo(Reason.of("trap at 0x99 in 'b'").kind())
                .isNotEqualTo(Reason.of("out of memory at 0x12 in 'a'").kind());
    }
}
