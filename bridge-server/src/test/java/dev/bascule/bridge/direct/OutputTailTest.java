package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutputTailTest {

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
