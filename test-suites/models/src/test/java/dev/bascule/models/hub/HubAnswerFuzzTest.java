package dev.bascule.models.hub;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.net.http.HttpHeaders;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The status, and a header a line: {@code X-Linked-Size: 12}. */
@FuzzTarget
class HubAnswerFuzzTest {
    @FuzzTest
    void what_a_hub_answers_is_refused_or_read(byte[] data) {
        String[] lines = FuzzInput.text(data).split("\n", -1);
        int status = lines[0].matches("[1-5]\\d\\d") ? Integer.parseInt(lines[0]) : 200;
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String line : lines) {
            String[] header = line.split(": ", 2);
            if (header.length == 2 && header[0].matches("[A-Za-z-]+")) {
                values.put(header[0].toLowerCase(java.util.Locale.ROOT), List.of(header[1]));
            }
        }
        HttpHeaders headers = HttpHeaders.of(values, (name, value) -> true);
        Refusals.read(() -> HubAnswer.of(status, headers)).ifPresent(answer -> {
            answer.commit().ifPresent(commit -> assertThat(commit).matches("[0-9a-f]+"));
            answer.etag().ifPresent(etag -> assertThat(etag).doesNotContain("/", "\\"));
            answer.bytes().ifPresent(bytes -> assertThat(bytes).isNotNegative());
        });
        assertThat(HubAnswer.refusal(HubReference.parse("hf:org/repo/model.onnx"), "hub", status, headers))
                .isNotNull();
    }
}
