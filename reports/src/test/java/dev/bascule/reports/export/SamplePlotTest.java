package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class SamplePlotTest {

    @Test
    void without_samples_there_is_no_plot() {
        assertThat(SamplePlot.of(Samples.ofMillis(1, 2), Samples.NONE)).isEmpty();
    }

    @Test
    void one_sample_and_equal_samples_and_zeros_have_a_plot() {
        for (Samples samples : new Samples[] {
            Samples.ofMillis(3), Samples.ofMillis(2, 2, 2, 2), Samples.ofMillis(0, 0), Samples.ofMillis(0, 5)
        }) {
            SamplePlot plot = SamplePlot.of(Samples.NONE, samples).orElseThrow();
            assertThat(plot.measuredDots()).doesNotContain("NaN").doesNotContain("Infinity");
            assertThat(plot.ticks()).hasSize(3);
            assertThat(plot.box().median()).isNotEqualTo("NaN");
        }
    }

    @RepeatedTest(200)
    void every_sample_lies_within_the_axes(RepetitionInfo turn) {
        Random random = new Random(turn.getCurrentRepetition());
        double scale = Math.pow(10, random.nextInt(9) - 4);
        double base = random.nextInt(4) * 10.0;
        double[] millis = random.doubles(1 + random.nextInt(80))
                .map(value -> scale * (base + value))
                .toArray();
        SamplePlot plot = SamplePlot.of(Samples.ofMillis(millis), Samples.ofMillis(millis))
                .orElseThrow();
        assertThat(Arrays.stream(plot.measuredDots().substring(1).split("M"))
                        .map(dot -> dot.replace("h0", "").split(" "))
                        .toList())
                .hasSize(millis.length)
                .allSatisfy(dot -> {
                    assertThat(Double.parseDouble(dot[0])).isBetween(64.0, 640.0);
                    assertThat(Double.parseDouble(dot[1])).isBetween(10.0, 148.0);
                });
    }
}
