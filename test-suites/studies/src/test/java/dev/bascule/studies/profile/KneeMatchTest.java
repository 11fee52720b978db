package dev.bascule.studies.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.profile.KneeFinder.Knee;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KneeMatchTest {
    private static Knee at(long kibibytes) {
        return new Knee(kibibytes << 10, (kibibytes << 10) * 5 / 4, 2, 1);
    }

    @Test
    void each_step_is_at_most_one_caches_end_and_the_nearest_one() {
        Map<String, Long> caches = Map.of("L1d", 32L << 10, "L2", 64L << 10);

        KneeMatch match = new KneeMatch(caches, List.of(at(56)));

        assertThat(match.end("L2")).contains(at(56));
        assertThat(match.end("L1d")).as("one step cannot end two caches").isEmpty();
        assertThat(match.others()).isEmpty();
    }

    @Test
    void a_step_that_disagrees_with_every_reported_size_is_left_over_and_not_hidden() {
        KneeMatch match = new KneeMatch(Map.of("L3", 32L << 20), List.of(at(30), at(1 << 10), at(30 << 10)));

        assertThat(match.end("L3")).contains(at(30 << 10));
        assertThat(match.others()).containsExactly(at(30), at(1 << 10));
    }
}
