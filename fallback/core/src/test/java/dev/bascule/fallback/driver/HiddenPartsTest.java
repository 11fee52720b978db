package dev.bascule.fallback.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HiddenPartsTest {
    private String before = "";

    @BeforeEach
    void remember() {
        before = System.getProperty(HiddenParts.PROPERTY, "");
    }

    @AfterEach
    void restore() {
        System.setProperty(HiddenParts.PROPERTY, before);
    }

    @Test
    void parts_are_words_between_commas() {
        HiddenParts without = HiddenParts.of(Map.of(HiddenParts.VARIABLE, " firefox,, onnxruntime-webgpu "));
        assertThat(without.parts()).containsExactlyInAnyOrder("firefox", "onnxruntime-webgpu");
        assertThat(without.has("firefox")).isTrue();
        assertThat(without.has("chromium")).isFalse();
    }

    @Test
    void without_the_variable_nothing_is_passed_over() {
        assertThat(HiddenParts.of(Map.of()).parts()).isEmpty();
    }

    @Test
    void a_jvm_adds_to_what_its_environment_says() {
        System.setProperty(HiddenParts.PROPERTY, "pytorch,no-such-part");
        assertThat(HiddenParts.of(HiddenParts.environment()).parts()).contains("pytorch", "no-such-part");
        System.clearProperty(HiddenParts.PROPERTY);
        assertThat(HiddenParts.of(HiddenParts.environment()).has("no-such-part"))
                .isFalse();
    }
}
