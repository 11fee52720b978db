package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.local.PeerLine.Done;
import dev.bascule.app.local.PeerLine.Own;
import dev.bascule.app.local.PeerLine.Prompt;
import dev.bascule.app.local.PeerLine.Round;
import dev.bascule.app.local.PeerLine.Session;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.decode.DecodeLimits;
import dev.bascule.studies.decode.PeerEngine.Text;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeerHearingTest {
    private static final Session SESSION = new Session(5, 1, 256);

    private final PeerHearing heard = new PeerHearing(
            new Text(
                    List.of(1L, 2L, 3L),
                    2,
                    List.of(2),
                    3,
                    Set.of(9L),
                    64,
                    10,
                    2,
                    new DecodeLimits(Duration.ofSeconds(1), 1, 0.01)),
            1);

    private void hear(PeerLine... lines) throws PeerProcess.Ended {
        for (PeerLine line : lines) {
            boolean last = heard.take(line);
            assertThat(last).isEqualTo(line instanceof Done);
        }
    }

    private void refused(String words, PeerLine... lines) {
        assertThatThrownBy(() -> hear(lines))
                .isInstanceOfSatisfying(
                        PeerProcess.Ended.class,
                        ended -> assertThat(ended.failure().code()).isEqualTo(ErrorCode.PROTOCOL_VIOLATION))
                .hasMessage("it said " + words);
    }

    @Test
    void what_was_asked_for_is_kept() throws Exception {
        assertThat(heard.threads()).isEmpty();
        heard.beginPrompt(2);
        hear(new PeerLine.Engine("CPU"), SESSION, new PeerLine.Alive(), new Prompt(3, List.of(2.0, 2.0)), new Done());
        heard.beginSteps();
        hear(SESSION, new Round(List.of(1.0, 1.0)), new Own(List.of(4L, 9L)), new Done());

        assertThat(heard.build()).contains("CPU");
        assertThat(heard.threads()).hasValue(1);
        assertThat(heard.prefills())
                .singleElement()
                .satisfies(one -> assertThat(one.toFirstToken()).isEqualTo(8));
        assertThat(heard.millis()).containsExactly(1.0, 1.0);
        assertThat(heard.own()).containsExactly(4L, 9L);
    }

    @Test
    void another_session_than_the_one_asked_for_is_refused() {
        heard.beginSteps();
        refused("2 threads where 1 were asked for", new Session(5, 2, 64));
        refused("a context of 63 where 64 was asked for", new Session(5, 1, 63));
        refused("a context of 320 where 64 was asked for", new Session(5, 1, 320));
        refused("figures before its session", new Round(List.of(1.0, 1.0)));
        refused("two sessions in one process", SESSION, SESSION);
    }

    @Test
    void times_of_another_length_are_refused() {
        heard.beginPrompt(2);
        refused("1 warm prefills where 2 were asked for", SESSION, new Prompt(3, List.of(2.0)));
        heard.beginSteps();
        refused("times of a prompt that nobody asked for", SESSION, new Prompt(3, List.of(2.0, 2.0)));
        heard.beginSteps();
        refused("a round of 3 tokens where 2 were asked for", SESSION, new Round(List.of(1.0, 1.0, 1.0)));
        assertThat(heard.millis()).isEmpty();
        refused("times of a round that nobody asked for", new Round(List.of(1.0, 1.0)), new Round(List.of(1.0, 1.0)));
    }

    @Test
    void tokens_that_cannot_be_its_own_are_refused() {
        heard.beginSteps();
        refused("token 10 of a vocabulary of 10", SESSION, new Own(List.of(10L)));
        refused("1 tokens of its own where 3 were asked for", new Own(List.of(4L)));
        refused("4 tokens of its own where 3 were asked for", new Own(List.of(4L, 4L, 4L, 4L)));
        refused("tokens beyond an end", new Own(List.of(9L, 4L, 4L)));
        assertThat(heard.own()).isEmpty();
    }

    @Test
    void an_end_before_all_came_is_refused() {
        heard.beginPrompt(2);
        refused("that it is done, before all came", SESSION, new Done());
        heard.beginSteps();
        refused("that it is done, before all came", SESSION, new Round(List.of(1.0, 1.0)), new Done());
    }

    @Test
    void lines_without_an_end_are_cut() throws IOException {
        String line = "x".repeat(3 * ShortLines.MOST);
        byte[] all = (line + "\nshort\n" + line).getBytes(StandardCharsets.UTF_8);

        String kept = new String(new ShortLines(new ByteArrayInputStream(all)).readAllBytes(), StandardCharsets.UTF_8);

        String cut = "x".repeat(ShortLines.MOST);
        assertThat(kept).isEqualTo(cut + "\nshort\n" + cut);
    }
}
