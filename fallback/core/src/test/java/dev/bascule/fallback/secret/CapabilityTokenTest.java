package dev.bascule.fallback.secret;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CapabilityTokenTest {
    @Test
    void only_the_whole_token_matches_and_none_is_like_another() {
        CapabilityToken token = CapabilityToken.random();
        assertThat(token.matches(token.reveal())).isTrue();
        assertThat(token.matches(token.reveal().substring(1))).isFalse();
        assertThat(token.matches(token.reveal() + "A")).isFalse();
        assertThat(token.matches("")).isFalse();
        assertThat(CapabilityToken.random().matches(token.reveal())).isFalse();
    }

    @Test
    void it_fits_into_an_address_and_does_not_tell_itself() {
        CapabilityToken token = CapabilityToken.random();
        assertThat(token.reveal()).matches("[\\w-]{32}");
        assertThat(token.toString()).doesNotContain(token.reveal());
    }
}
