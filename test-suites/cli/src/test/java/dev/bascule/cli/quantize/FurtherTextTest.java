package dev.bascule.cli.quantize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.quantization.Point;
import dev.bascule.studies.quantization.Points;
import dev.bascule.studies.quantization.QuantizationBudget;
import dev.bascule.studies.quantization.SampleAnswer;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.TargetStudy;
import dev.bascule.studies.quantization.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FurtherTextTest {
    private static final int SAMPLES = 200;

    private static List<SampleAnswer> answers(
            double agrees, Optional<Double> nats, Optional<Double> cosine, Optional<Double> ranks) {
        return IntStream.range(0, SAMPLES)
                .mapToObj(i -> new SampleAnswer(
                        Optional.empty(),
                        Optional.of(agrees),
                        Optional.of(0.1),
                        Optional.of(0.01),
                        Optional.of(0.001),
                        Optional.of(new SampleAnswer.Further(nats.map(loss -> loss + i % 3), cosine, ranks))))
                .toList();
    }

    private static TargetJudge.Verdict judged(List<SampleAnswer> base, List<SampleAnswer> own) {
        return Points.judged(
                Points.split(false),
                List.of(),
                "",
                Points.answering(Points.of(Variant.ORIGINAL, 4, 1, 1_000_000), base),
                Points.answering(Points.of("small", 4, 1, 500_000), own));
    }

    @Test
    void perplexity_is_told_with_what_it_grew_by() {
        String text = FurtherText.of(judged(
                answers(1, Optional.of(1.0), Optional.empty(), Optional.empty()),
                answers(0.875, Optional.of(1.0 + Math.log(1.02)), Optional.empty(), Optional.empty())));

        assertThat(text).contains("perplexity", "more (95 %)", "same next token");
        assertThat(text.lines().filter(line -> line.startsWith("small")))
                .singleElement()
                .asString()
                .contains("2.00 %", "87.5 %");
    }

    @Test
    void vectors_have_a_cosine_and_an_order() {
        String text = FurtherText.of(judged(
                answers(1, Optional.empty(), Optional.of(1.0), Optional.of(1.0)),
                answers(0.5, Optional.empty(), Optional.of(0.98765), Optional.of(0.75))));

        assertThat(text.lines().filter(line -> line.startsWith("small")))
                .singleElement()
                .asString()
                .contains("0.98765", "50.0 %", "0.2500");
    }

    @Test
    void of_texts_without_the_unquantised_model_perplexities_stand_under_their_own_name() {
        Point alone = Points.answering(
                Points.of("small", 4, 1, 500_000), answers(1, Optional.of(1.0), Optional.empty(), Optional.empty()));

        String text = FurtherText.of(new TargetJudge(Points.split(false), List.of(), QuantizationBudget.NONE)
                .of("cpu", new TargetStudy.Outcome(List.of(alone), Map.of(), List.of())));

        assertThat(text).contains("perplexity").doesNotContain("cosine");
        assertThat(text.lines().filter(line -> line.startsWith("small")))
                .singleElement()
                .asString()
                .containsPattern("small +\\d+\\.\\d\\d +- ");
    }

    @Test
    void of_classes_there_is_no_such_table() {
        assertThat(FurtherText.of(Points.judged(
                        Points.split(false),
                        List.of(),
                        "",
                        Points.of(Variant.ORIGINAL, 4, 1, 1_000_000),
                        Points.of("small", 4, 1, 500_000))))
                .isEmpty();
    }
}
