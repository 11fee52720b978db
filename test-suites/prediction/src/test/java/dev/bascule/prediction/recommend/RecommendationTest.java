package dev.bascule.prediction.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.World;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RecommendationTest {
    private static final List<Limit> WITHIN = Limit.parse("memory<=100MB,median<=10ms");

    private static Candidate measured(String name, double megabytes, double millis) {
        return new Candidate(
                new CandidateModel(name, "zoo:" + name, Optional.empty(), OptionalLong.empty()),
                World.CPU,
                new Standing.Right("run", Instant.EPOCH, List.of()),
                Map.of(
                        Quantity.MEMORY,
                        new Figure.Measured(megabytes * 1e6, ""),
                        Quantity.MEDIAN,
                        new Figure.Measured(millis, "")),
                Remedy.of("bascule run"));
    }

    private static List<String> names(List<Judgement> judged) {
        return judged.stream().map(each -> each.candidate().model().name()).toList();
    }

    @Test
    void what_leaves_most_room_in_its_tightest_limit_comes_first_and_of_equals_the_quicker() {
        Recommendation recommendation = Recommendation.of(
                List.of(
                        measured("tight in memory", 90, 1),
                        measured("roomy and slower", 50, 4),
                        measured("roomy and quick", 50, 1),
                        measured("tight in time", 10, 8)),
                WITHIN);

        assertThat(names(recommendation.of(Fit.MEASURED)))
                .containsExactly("roomy and quick", "roomy and slower", "tight in time", "tight in memory");
    }

    @Test
    void those_beyond_a_limit_are_counted_for_each_that_they_break() {
        Recommendation recommendation = Recommendation.of(
                List.of(measured("both", 120, 50), measured("slow", 10, 50), measured("fits", 10, 1)), WITHIN);

        assertThat(recommendation.of(Fit.TOO_MUCH)).hasSize(2);
        assertThat(WITHIN.stream().map(recommendation::beyond)).containsExactly(1L, 2L);
    }

    @Test
    void the_nearest_miss_breaks_its_worst_limit_by_least() {
        Recommendation recommendation = Recommendation.of(
                List.of(measured("far", 10, 50), measured("near", 120, 11), measured("nearer", 110, 1)), WITHIN);

        assertThat(recommendation.of(Fit.MEASURED)).isEmpty();
        assertThat(recommendation.nearestMiss()).hasValueSatisfying(miss -> {
            assertThat(miss.candidate().model().name()).isEqualTo("nearer");
            assertThat(miss.reasons()).containsExactly("memory 110 MB measured");
        });
    }
}
