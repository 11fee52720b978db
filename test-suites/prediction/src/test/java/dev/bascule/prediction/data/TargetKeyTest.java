package dev.bascule.prediction.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TargetKeyTest {

    @Test
    void the_browser_is_told_without_its_version() {
        TargetKey firefox =
                new TargetKey("m", "mozilla-firefox-esr-153.8.0/onnxruntime-web-1.29.0+ort.wasm/wasm-cpu", 1);
        TargetKey cpu = new TargetKey("m", "native/onnxruntime-1.29.0/cpu-cpu", 1);

        assertThat(firefox.browser()).isEqualTo("mozilla-firefox-esr");
        assertThat(firefox.isNative()).isFalse();
        assertThat(cpu.browser()).isEqualTo("native");
        assertThat(cpu.isNative()).isTrue();
    }
}
