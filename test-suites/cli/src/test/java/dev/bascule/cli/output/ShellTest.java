package dev.bascule.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellTest {
    @Test
    void commands_in_a_text_read_as_the_user_called_this_one() {
        assertThat(Shell.asCalled("bascule list backends", "./bascule")).isEqualTo("./bascule list backends");
        assertThat(Shell.asCalled("report it with `bascule version --json`", "/opt/a b/bascule"))
                .isEqualTo("report it with `'/opt/a b/bascule' version --json`");
    }

    @Test
    void paths_and_prose_stay_as_they_are() {
        String text =
                "Bascule keeps .bascule/history.duckdb, and /opt/bascule run is no command of ours; ~/bascule is none";
        assertThat(Shell.asCalled(text, "./bascule")).isEqualTo(text);
    }
}
