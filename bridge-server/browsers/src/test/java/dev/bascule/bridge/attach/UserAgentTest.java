package dev.bascule.bridge.attach;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserAgentTest {

    /** As the browsers send them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 | Chrome | 131.0.0.0 | Windows
            Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36 | Chrome | 131.0.0.0 | Android 10
            Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 | Chrome | 131.0.0.0 | ChromeOS
            Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.0.0 Safari/537.36 | Headless Chrome | 153.0.0.0 | Linux
            Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.86 | Microsoft Edge | 131.0.2903.86 | Windows
            Mozilla/5.0 (Linux; Android 10; HD1913) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.6778.81 Mobile Safari/537.36 EdgA/131.0.2903.87 | Microsoft Edge | 131.0.2903.87 | Android 10
            Mozilla/5.0 (iPhone; CPU iPhone OS 17_7_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/131.2903.92 Mobile/15E148 Safari/605.1.15 | Edge on iOS | 131.2903.92 | iOS 17.7
            Mozilla/5.0 (iPhone; CPU iPhone OS 17_7_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1 | Safari on iOS | 17.4.1 | iOS 17.7
            Mozilla/5.0 (iPad; CPU OS 17_7_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1 | Safari on iOS | 17.4.1 | iOS 17.7
            Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15 | Safari | 18.1 | macOS
            Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1 | Chrome on iOS | 131.0.6778.73 | iOS 17.7
            Mozilla/5.0 (iPhone; CPU iPhone OS 14_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15 | Firefox on iOS | 132.0 | iOS 14.7
            Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0 | Firefox | 133.0 | Android 15
            Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 | Firefox | 140.0 | Linux
            Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:133.0) Gecko/20100101 Firefox/133.0 | Firefox | 133.0 | macOS
            Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36 | Samsung Internet | 27.0 | Android 10
            Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0 | Opera | 115.0.0.0 | Windows
            Mozilla/5.0 (Linux; Android 13; SM-A515F Build/TP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.81 Mobile Safari/537.36 | Android WebView | 131.0.6778.81 | Android 13
            Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15 | WebKitGTK | 26.0 | Linux
            """)
    void recorded_user_agents_are_told_apart(String text, String browser, String version, String system) {
        assertThat(UserAgent.of(Map.of("userAgent", text))).isEqualTo(new UserAgent(browser, version, system));
    }

    @Test
    void what_user_agent_data_tells_counts_more_than_the_frozen_text() {
        Map<String, String> facts = new HashMap<>(Map.of(
                "userAgent",
                AttachClient.PHONE,
                "brands",
                "Chromium 153.0.8012.4, Not=A?Brand 24.0.0.0, Google Chrome 153.0.8012.4",
                "model",
                "Pixel 9"));
        assertThat(UserAgent.of(facts)).isEqualTo(new UserAgent("Chrome", "153.0.8012.4", "Pixel 9, Android 10"));
        facts.put("brands", "Chromium 153.0.8012.4, Not=A?Brand 24.0.0.0");
        assertThat(UserAgent.of(facts).browser()).isEqualTo("Chromium");
        facts.put("brands", "Chromium 153, Google Chrome 153");
        assertThat(UserAgent.of(facts).version()).isEqualTo("153.0.0.0");
        facts.put("brands", "Edge, , 7");
        assertThat(UserAgent.of(facts).browser()).isEqualTo("Chrome");
    }

    @Test
    void an_unknown_one_is_called_unknown_and_not_guessed() {
        assertThat(UserAgent.of(Map.of("userAgent", "curl/8.1", "platform", "Haiku")))
                .isEqualTo(new UserAgent("Unknown browser", "0", "Haiku"));
        assertThat(UserAgent.of(Map.of()).system()).isEqualTo("an unknown system");
    }
}
