package dev.bascule.cli.output.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
    private static final Duration SOON = Duration.ofMillis(5);

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final Console console = new Console(
            new PrintStream(new ByteArrayOutputStream()),
            new PrintStream(said, true, StandardCharsets.UTF_8),
            new Terminal(false, false, 100));

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void what_takes_long_is_said_again_and_again() {
        try (Heartbeat heartbeat = new Heartbeat(console, SOON)) {
            heartbeat.beat("reading models");
            await().until(() -> said().lines().count() >= 2);
        }
        assertThat(said().lines()).allMatch(line -> line.matches("… reading models \\(\\d+ s\\)"));
    }

    @Test
    void negative_control_what_ends_in_time_is_not_said() {
        try (Heartbeat heartbeat = new Heartbeat(console, Duration.ofHours(1))) {
            heartbeat.beat("reading models");
            heartbeat.beat("measuring");
        }
        assertThat(said()).isEmpty();
    }

    @Test
    void what_has_ended_is_not_said_any_more() {
        try (Heartbeat heartbeat = new Heartbeat(console, SOON)) {
            heartbeat.beat("reading models");
            heartbeat.beat("measuring");
            await().until(() -> said().contains("measuring"));
            assertThat(said().substring(said().indexOf("measuring"))).doesNotContain("reading");
        }
    }
}
