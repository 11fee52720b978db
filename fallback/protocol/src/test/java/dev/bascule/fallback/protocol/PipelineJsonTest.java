package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipelineJsonTest {
    @Test
    void a_pipeline_that_says_nothing_new_is_what_it_always_was() throws Exception {
        PipelineSpec text = Json.MAPPER.readValue("{\"kind\":\"text\",\"maxLength\":4}", PipelineSpec.class);
        assertThat(text).isEqualTo(new PipelineSpec.Text(4));
        PipelineSpec vision = Json.MAPPER.readValue(
                "{\"kind\":\"vision\",\"width\":2,\"height\":3,\"mean\":[0,0,0],\"std\":[1,1,1]}", PipelineSpec.class);
        List<Double> zeros = List.of(0.0, 0.0, 0.0);
        assertThat(vision).isEqualTo(new PipelineSpec.Vision(2, 3, zeros, List.of(1.0, 1.0, 1.0)));
        assertThat(((PipelineSpec.Vision) vision).shaped()).isEqualTo(Shaping.PLAIN);
    }
}
