package dev.bascule.studies.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.decode.PeerEngine.PeerAnswer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PeerDecodingTest {
    private static Optional<Judgement> lying(double divergence) {
        return Optional.of(new Judgement(
                2, 2, 0.4, 0.01, divergence, divergence, Optional.empty(), 9, 9, Optional.of("off"), Optional.empty()));
    }

    private static PeerDecoding writing(Long... own) {
        return lying(lying(0.05), own);
    }

    private static PeerDecoding lying(Optional<Judgement> judgement, Long... own) {
        PeerAnswer answer = new PeerAnswer(
                "1",
                Optional.of("CPU"),
                OptionalInt.of(1),
                List.of(),
                List.of(),
                List.of(4.0, 4.0, 2.0, 4.0),
                List.of(own),
                Optional.empty());
        return PeerDecoding.of("a peer", answer, 2, judgement, List.of(7L, 8L, 9L));
    }

    @Test
    void the_first_other_token_is_told() {
        assertThat(writing(7L, 8L, 9L).wroteTheSame()).isTrue();
        assertThat(writing(7L, 8L, 9L).firstOther()).isEmpty();
        assertThat(writing(7L, 1L, 9L).firstOther()).contains(1);
        assertThat(writing(7L, 1L, 9L).wroteTheSame()).isFalse();
    }

    @Test
    void a_text_that_ends_elsewhere_is_another() {
        assertThat(writing(7L, 8L).firstOther()).contains(2);
        assertThat(writing(7L, 8L, 9L, 10L).firstOther()).contains(3);
        assertThat(writing().wroteTheSame()).isFalse();
    }

    @Test
    void its_times_are_by_depth_as_a_targets() {
        DepthTimes times = writing(7L).times().orElseThrow();

        assertThat(times.rounds()).hasSize(2);
        assertThat(times.tokensPerSecond()).contains(250.0);
        assertThat(writing(7L).withheld()).isEmpty();
    }

    @Test
    void without_logits_or_of_another_model_its_times_are_withheld() {
        assertThat(lying(Optional.empty(), 7L, 8L, 9L).withheld())
                .contains("its logits were not read at every position");
        assertThat(lying(lying(0.051), 7L, 8L, 9L).withheld())
                .contains("its KL mean of 0.0510 nats is above the 0.05 that the same model may lie off");
        assertThat(lying(lying(Double.NaN), 7L, 8L, 9L).withheld()).contains("its logits are not all finite numbers");
        assertThat(lying(lying(0.051), 7L, 8L, 9L).times()).isEmpty();
    }
}
