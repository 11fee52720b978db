package dev.bascule.cli.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.cli.DocumentSchema;
import dev.bascule.fallback.json.Json;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.recommend.Candidate;
import dev.bascule.prediction.recommend.CandidateModel;
import dev.bascule.prediction.recommend.Figure;
import dev.bascule.prediction.recommend.Limit;
import dev.bascule.prediction.recommend.Quantity;
import dev.bascule.prediction.recommend.Recommendation;
import dev.bascule.prediction.recommend.Remedy;
import dev.bascule.prediction.recommend.Standing;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is printed of measured and predicted figures, side by side and never mixed. */
class RecommendedTest {
    private static final TargetKey WASM =
            new TargetKey("m", "chromium-156.0.8078.108/onnxruntime-web-1.29.0+ort.wasm/wasm-cpu", 1);
    private static final Remedy RUN = Remedy.measure(WASM, Optional.of("chromium"));

    private static Candidate candidate(String name, Standing standing, Figure memory, Figure median) {
        return new Candidate(
                new CandidateModel(
                        name,
                        "zoo:" + name,
                        Optional.of(new PredictedModel.Key("sha", "x float32[1]")),
                        OptionalLong.empty()),
                WASM,
                standing,
                Map.of(Quantity.MEMORY, memory, Quantity.MEDIAN, median),
                RUN);
    }

    private static Figure peak(double high) {
        return new Figure.Predicted(OptionalDouble.empty(), 1e6, high, 0.95, "told by the test");
    }

    private static Figure median(double low, double high) {
        return new Figure.Predicted(OptionalDouble.of(Math.sqrt(low * high)), low, high, 0.9, "told by the test");
    }

    private static Recommended found() {
        Standing right = new Standing.Right("run", Instant.parse("2026-11-28T10:00:00Z"), List.of("imported"));
        Standing none = new Standing.Unmeasured();
        List<Candidate> candidates = List.of(
                candidate("measured", right, new Figure.Measured(80e6, "VmHWM"), new Figure.Measured(3, "20")),
                candidate("expected", none, peak(90e6), median(2, 8)),
                candidate("straddling", none, peak(90e6), median(2, 18)),
                candidate("lifted", right, new Figure.Measured(200e6, 90e6, "VmHWM"), new Figure.Measured(3, "20")),
                candidate("unknown", none, new Figure.Unknown("nobody looked", RUN), median(2, 8)),
                candidate("slow", none, peak(90e6), median(20, 80)),
                candidate("wrong", new Standing.Fails("wrong on 2026-11-28", "off"), peak(1), median(1, 1)));
        List<Limit> within = Limit.parse("memory<=100MB,median<=10ms");
        return new Recommended(
                "image-classification",
                "m",
                0.9,
                candidates.stream().map(Candidate::model).toList(),
                1,
                Recommendation.of(candidates, within),
                List.of(new Recommended.Gap(
                        "webgpu", "nothing is known", "bascule run zoo:measured --backends webgpu")));
    }

    @Test
    void the_document_keeps_what_is_measured_predicted_and_unknown_apart() throws IOException {
        JsonNode document = Json.MAPPER.readTree(Json.pretty(RecommendDocument.of(found())));

        DocumentSchema.RECOMMEND.validate(document);
        assertThat(document.path("fits").findValuesAsText("model")).containsExactly("measured");
        assertThat(document.path("fits").path(0).path("predicted")).isEmpty();
        assertThat(document.path("predictedToFit").findValuesAsText("model")).containsExactly("expected");
        JsonNode expected = document.path("predictedToFit").path(0);
        assertThat(expected.path("measured")).isEmpty();
        assertThat(expected.path("predicted").path("memory").path("value").isNull())
                .isTrue();
        assertThat(expected.path("predicted").path("memory").path("high").asLong())
                .isEqualTo(90_000_000);
        assertThat(expected.path("predicted").path("median").path("value").asDouble())
                .isEqualTo(4);
        assertThat(document.path("mayFit").findValuesAsText("model")).containsExactly("straddling", "lifted");
        assertThat(document.path("mayFit")
                        .path(1)
                        .path("measured")
                        .path("memory")
                        .path("atLeast")
                        .asLong())
                .isEqualTo(90_000_000);
        assertThat(document.path("unknown").findValuesAsText("model")).containsExactly("unknown");
        assertThat(document.path("unknown")
                        .path(0)
                        .path("unknown")
                        .path("memory")
                        .path("reason")
                        .asText())
                .isEqualTo("nobody looked");
        assertThat(document.path("tooMuch").findValuesAsText("model")).containsExactly("slow");
        assertThat(document.path("doesNotRun").findValuesAsText("model")).containsExactly("wrong");
    }

    @Test
    void tables_mark_what_is_predicted_and_name_what_settles_the_rest() {
        String text = RecommendText.of(found());

        assertThat(text)
                .containsPattern(
                        "measured +chromium-156.0.8078.108 wasm +80.0 MB +3.00 ms +memory 80 % +2026-11-28, imported")
                .containsPattern("expected +chromium-156.0.8078.108 wasm +~ at most 90.0 MB +~4.00 ms \\(to 8.00 ms\\)")
                .contains("median 2.00 ms to 18.0 ms predicted")
                .contains("memory 200 MB measured after other models, alone at least 90.0 MB")
                .contains("  bascule run zoo:lifted --browsers chromium --backends wasm\n")
                .containsPattern("chromium-156.0.8078.108 wasm +wrong on 2026-11-28 +wrong")
                .contains("1 pair is beyond a limit: 1 median")
                .contains("webgpu: nothing is known")
                .doesNotContain("Nothing fits");
        assertThat(text.substring(text.indexOf("FITS:"), text.indexOf("PREDICTED TO FIT")))
                .doesNotContain("expected", "straddling", "wrong on", "~");
    }
}
