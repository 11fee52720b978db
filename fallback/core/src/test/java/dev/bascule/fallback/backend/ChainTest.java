package dev.bascule.fallback.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChainTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "webgpu→webnn→wasm",
                "webgpu->webnn->wasm",
                "webgpu>webnn>wasm",
                "webgpu,webnn,wasm",
                " webgpu , webnn → wasm "
            })
    void reads_every_way_to_write_it(String text) {
        assertThat(parse(text)).isEqualTo(Chain.BROWSER);
    }

    @Test
    void reads_what_it_writes() {
        for (Chain chain : List.of(Chain.BROWSER, Chain.NATIVE, Chain.of(Backends.WEBGPU_NATIVE))) {
            assertThat(parse(chain.toString())).isEqualTo(chain);
        }
    }

    @Test
    void a_name_with_a_hyphen_is_one_name() {
        assertThat(parse("webgpu-native->cpu").rungs()).containsExactly(Backends.WEBGPU_NATIVE, Backends.NATIVE_CPU);
    }

    @Test
    void the_built_in_chains_are_those_of_the_documentation() {
        assertThat(Chain.BROWSER).hasToString("webgpu→webnn→wasm");
        assertThat(Chain.NATIVE).hasToString("cuda→openvino→cpu");
    }

    @Test
    void a_chain_of_one_is_strict() {
        assertThat(parse("wasm").isStrict()).isTrue();
        assertThat(Chain.BROWSER.isStrict()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            webgl              | UNKNOWN_BACKEND | webgl
            webgpu→            | UNKNOWN_BACKEND | ''
            →webgpu            | UNKNOWN_BACKEND | ''
            ''                 | UNKNOWN_BACKEND | ''
            WEBGPU             | UNKNOWN_BACKEND | WEBGPU
            webgpu→webgpu      | CONFIG_INVALID  | twice
            wasm→cpu           | CONFIG_INVALID  | crosses
            """)
    void what_is_no_chain_is_refused_with_its_code(String text, ErrorCode code, String named) {
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> parse(text))
                .withMessageContaining(named)
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void a_chain_without_backends_is_refused() {
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> new Chain(List.of()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIG_INVALID));
    }

    private static Chain parse(String text) {
        return Chain.parse(text, Backends.installed());
    }
}
