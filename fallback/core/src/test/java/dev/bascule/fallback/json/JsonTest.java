package dev.bascule.fallback.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    record Sample(int n, Optional<String> note, Instant at) {}

    @Test
    void unknown_is_null_and_an_instant_is_iso_8601() throws JsonProcessingException {
        Sample sample = new Sample(1, Optional.empty(), Instant.parse("2026-11-21T10:00:00Z"));
        String json = Json.MAPPER.writeValueAsString(sample);
        assertThat(json).isEqualTo("{\"n\":1,\"note\":null,\"at\":\"2026-11-21T10:00:00Z\"}");
        assertThat(Json.MAPPER.readValue(json, Sample.class)).isEqualTo(sample);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"n\":1,\"typo\":2}",
                "{\"n\":null}",
                "{\"n\":1,\"n\":2}",
                "{\"n\":1} trailing",
            })
    void what_was_not_meant_is_an_error(String json) {
        assertThatExceptionOfType(JsonProcessingException.class)
                .isThrownBy(() -> Json.MAPPER.readValue(json, Sample.class));
    }
}
