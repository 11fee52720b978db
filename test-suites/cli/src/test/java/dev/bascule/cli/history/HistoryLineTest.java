package dev.bascule.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistoryLineTest {
    @Test
    void a_listed_command_says_what_was_run_and_not_where_to() {
        assertThat(HistoryCommand.shortened(
                        "bascule run /home/me/models/a.onnx ./b.onnx --store /s.duckdb --backends cpu"))
                .isEqualTo("run a.onnx b.onnx --backends cpu");
        assertThat(HistoryCommand.shortened("bascule run " + "zoo:bert-micro ".repeat(9)))
                .hasSize(72)
                .endsWith("…");
    }
}
