package dev.bascule.reports.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LabelsTest {

    @Test
    void what_is_short_enough_stays_and_what_is_not_is_cut_in_the_middle() {
        assertThat(Labels.fitted(List.of("short", "a-rather-long-name-batch=8"), 12, "…"))
                .containsExactly("short", "a-rath…tch=8");
    }

    @Test
    void labels_that_part_in_the_middle_are_cut_around_it() {
        String head = "conformance-of-the-operator-";
        String tail = "-with-default-settings-and-more";
        assertThat(Labels.fitted(List.of(head + "conv" + tail, head + "gemm" + tail), 16, "…"))
                .anySatisfy(label -> assertThat(label).contains("conv"))
                .anySatisfy(label -> assertThat(label).contains("gemm"));
    }

    @Test
    void labels_that_part_in_more_than_fits_are_numbered_and_equal_ones_stay_equal() {
        String many = "x".repeat(30);
        List<String> labels =
                List.of("a" + many + "b" + many + "c", "a" + many + "d" + many + "c", "a" + many + "b" + many + "c");
        List<String> fitted = Labels.fitted(labels, 8, "…");
        assertThat(fitted.get(0)).isEqualTo(fitted.get(2)).isNotEqualTo(fitted.get(1));
    }

    @RepeatedTest(200)
    void whatever_differed_differs_and_nothing_is_wider(RepetitionInfo turn) {
        Random random = new Random(turn.getCurrentRepetition());
        int width = 8 + random.nextInt(20);
        List<String> labels = IntStream.range(0, 12)
                .mapToObj(i -> "model-" + "ab".charAt(random.nextInt(2)) + "-é×→".repeat(random.nextInt(6))
                        + "ab".charAt(random.nextInt(2)) + "-tail".repeat(random.nextInt(4))
                        + "ab".charAt(random.nextInt(2)))
                .toList();
        List<String> fitted = Labels.fitted(labels, width, random.nextBoolean() ? "…" : "...");
        assertThat(fitted)
                .allSatisfy(label -> assertThat(TextStyle.length(label)).isLessThanOrEqualTo(width));
        assertThat(new HashSet<>(fitted)).hasSameSizeAs(new HashSet<>(labels));
    }
}
