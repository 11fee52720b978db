package dev.bascule.models.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("attack")
class HubAnswerTest {
    @Test
    void a_size_that_is_no_number_is_as_good_as_not_told() {
        for (String none : List.of("many", "-1", "", "1e3", "99999999999999999999")) {
            assertThat(answer(Map.of("X-Linked-Size", List.of(none))).bytes()).isEmpty();
            assertThat(answer(Map.of("X-Linked-Size", List.of(none), "Content-Length", List.of("7")))
                            .bytes())
                    .hasValue(7);
        }
        assertThat(answer(Map.of("X-Linked-Size", List.of("12"))).bytes()).hasValue(12);
    }

    private static HubAnswer answer(Map<String, List<String>> headers) {
        return HubAnswer.of(200, HttpHeaders.of(headers, (name, value) -> true));
    }
}
