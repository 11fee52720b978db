package dev.bascule.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.studies.training.TargetTraining.Learnt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TrainTextTest {
    private static final List<Evaluation> LOOKS = List.of(look(100, 1_890), look(200, 1_959), look(300, 1_955));

    @Test
    void an_accuracy_under_the_target_does_not_read_like_it() {
        assertThat(TrainText.accuracy(look(200, 1_959))).isEqualTo("98.0 % (97.2–98.5)");
        assertThat(TrainText.missed(learnt(OptionalLong.empty()), 0.98))
                .hasValue("did not reach the target accuracy of 98 %: 97.95 % at best, after step 200");
    }

    @Test
    void who_reached_it_or_was_never_looked_at_missed_nothing() {
        assertThat(TrainText.missed(learnt(OptionalLong.of(200)), 0.979)).isEmpty();
        assertThat(TrainText.missed(Learnt.NOTHING, 0.98)).isEmpty();
    }

    private static Learnt learnt(OptionalLong reached) {
        return new Learnt(0, List.of(1f, 0.5f), LOOKS, Optional.empty(), reached);
    }

    private static Evaluation look(long step, int right) {
        return new Evaluation(step, Duration.ofMillis(step), right, 2_000, new Interval(0.972, 0.985));
    }
}
