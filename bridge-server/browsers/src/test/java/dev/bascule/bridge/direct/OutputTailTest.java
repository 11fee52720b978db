package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutputTailTest {

    @Test
    void what_is_still_on_its_way_is_waited_for() throws Exception {
        PipedOutputStream browser = new PipedOutputStream();
        OutputTail tail = OutputTail.of(new PipedInputStream(browser), "a browser");
        browser.write("its last words\n".getBytes(StandardCharsets.UTF_8));
        assertThat(tail.awaitEnd(Duration.ofMillis(10))).as("it is still open").isFalse();
        browser.close();

        assertThat(tail.awaitEnd(Duration.ofMinutes(1))).isTrue();
        assertThat(tail.text()).isEqualTo("its last words");
    }

    @Test
    void the_last_lines_are_kept_and_long_ones_cut() {
        OutputTail tail = new OutputTail();
        for (int i = 0; i < 10 * OutputTail.LINES; i++) {
            tail.add("line " + i);
        }
        tail.add("x".repeat(10 * OutputTail.LINE_LENGTH));
        assertThat(tail.text().lines()).hasSize(OutputTail.LINES).first().isEqualTo("line 901");
        assertThat(tail.text().lines().reduce((first, last) -> last).orElseThrow())
                .hasSize(OutputTail.LINE_LENGTH + 3)
                .endsWith("...");
    }
}
