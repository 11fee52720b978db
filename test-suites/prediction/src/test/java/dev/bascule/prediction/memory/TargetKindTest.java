package dev.bascule.prediction.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.fallback.backend.Backends;
import org.junit.jupiter.api.Test;

class TargetKindTest {
    @Test
    void a_kind_is_read_as_it_is_written_also_with_a_browser_of_several_words() {
        TargetKind kind = new TargetKind("mozilla firefox esr", "wasm");

        assertThat(TargetKind.parse(kind.toString())).isEqualTo(kind);
        assertThatIllegalArgumentException().isThrownBy(() -> TargetKind.parse("wasm"));
        assertThatIllegalArgumentException().isThrownBy(() -> TargetKind.parse(" wasm"));
        assertThatIllegalArgumentException().isThrownBy(() -> TargetKind.parse("native "));
    }

    @Test
    void a_browser_s_kind_is_no_native_backend_s() {
        assertThat(new TargetKind("chromium", "wasm").isOf(Backends.WASM)).isTrue();
        assertThat(new TargetKind("native", "wasm").isOf(Backends.WASM)).isFalse();
        assertThat(new TargetKind("native", "cpu").isOf(Backends.NATIVE_CPU)).isTrue();
        assertThat(new TargetKind("chromium", "cpu").isOf(Backends.NATIVE_CPU)).isFalse();
    }
}
