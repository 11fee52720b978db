package dev.bascule.bridge.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BrowserEngineTest {

    @Test
    void only_webkit_rounds_the_number_of_processors() {
        assertThat(BrowserEngine.CHROMIUM.countsProcessors()).isTrue();
        assertThat(BrowserEngine.GECKO.countsProcessors()).isTrue();
        assertThat(BrowserEngine.WEBKIT.countsProcessors()).isFalse();
    }
}
