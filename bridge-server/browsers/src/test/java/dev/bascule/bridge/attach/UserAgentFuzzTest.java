package dev.bascule.bridge.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.text.PlainText;
import java.util.Map;

/** The user agent, a zero byte, its brands, a zero byte, the system and the model. */
@FuzzTarget
class UserAgentFuzzTest {
    /** No fact is longer: the codec cuts it. */
    private static final int LONGEST_FACT = 1000;

    @FuzzTest
    void every_user_agent_has_a_browser_a_version_and_a_system_in_one_line(byte[] data) {
        String[] parts = (FuzzInput.text(data) + "\0\0\0").split("\0", -1);
        for (String userAgent : FuzzInput.swollen(parts[0])) {
            UserAgent agent = UserAgent.of(Map.of(
                    "userAgent",
                    cut(userAgent),
                    "brands",
                    cut(parts[1]),
                    "platform",
                    cut(parts[2]),
                    "model",
                    cut(parts[3])));
            for (String shown : new String[] {agent.browser(), agent.version(), agent.system()}) {
                assertThat(shown).isNotBlank().isEqualTo(PlainText.line(shown));
            }
        }
    }

    private static String cut(String fact) {
        return fact.substring(0, Math.min(fact.length(), LONGEST_FACT));
    }
}
