package dev.bascule.bridge.attach;

import static dev.bascule.bridge.attach.Doorkeeper.Answer.TOO_MANY;
import static dev.bascule.bridge.attach.Doorkeeper.Answer.WELCOME;
import static dev.bascule.bridge.attach.Doorkeeper.Answer.WRONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class DoorkeeperTest {
    private final AttachToken token = AttachToken.random(new SecureRandom());
    private final Time time = new Time();
    private final Doorkeeper doorkeeper = new Doorkeeper(token, time);

    private static final class Time extends Clock {
        private Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    void five_wrong_tokens_shut_an_address_out_for_a_minute_and_no_other() {
        for (int i = 0; i < 5; i++) {
            assertThat(doorkeeper.ask("wrong", "10.0.0.1")).isEqualTo(WRONG);
        }
        assertThat(doorkeeper.ask(token.forLink(), "10.0.0.1")).isEqualTo(TOO_MANY);
        assertThat(doorkeeper.ask(token.forLink(), "10.0.0.2")).isEqualTo(WELCOME);
        time.now = time.now.plus(Duration.ofSeconds(61));
        assertThat(doorkeeper.ask(token.forLink(), "10.0.0.1")).isEqualTo(WELCOME);
    }

    @Test
    void an_attacker_with_many_addresses_is_shut_out_too_and_fills_no_memory() {
        for (int i = 0; i < 1000; i++) {
            assertThat(doorkeeper.ask("wrong", "2001:db8::" + i)).isEqualTo(WRONG);
        }
        for (int i = 1000; i < 1005; i++) {
            assertThat(doorkeeper.ask("wrong", "2001:db8::" + i)).isEqualTo(WRONG);
        }
        assertThat(doorkeeper.ask("wrong", "2001:db8::2000")).isEqualTo(TOO_MANY);
    }

    @Test
    void tokens_are_long_random_and_not_shown_by_accident() {
        assertThat(token.forLink()).hasSize(32).matches("[A-Za-z0-9_-]+");
        assertThat(AttachToken.random(new SecureRandom()).forLink()).isNotEqualTo(token.forLink());
        assertThat(token.toString()).doesNotContain(token.forLink());
        assertThat(token.matches(token.forLink().substring(1))).isFalse();
        assertThat(token.matches(token.forLink().toLowerCase(java.util.Locale.ROOT) + "x"))
                .isFalse();
    }
}
