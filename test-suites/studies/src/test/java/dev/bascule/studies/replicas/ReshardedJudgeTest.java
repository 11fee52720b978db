package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.Invariant.Verdict;
import dev.bascule.studies.replicas.Rounds.Made;
import dev.bascule.studies.training.GradientJudgement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReshardedJudgeTest {
    private static final Optional<GradientJudgement> RIGHT = judged(0L, 0L, 0L);

    /** @param beyond elements further off than rounding explains, in each batch */
    private static Optional<GradientJudgement> judged(Long... beyond) {
        long off = Stream.of(beyond).mapToLong(Long::longValue).sum();
        return Optional.of(new GradientJudgement(List.of(new GradientJudgement.Layer(
                "dense1.weight",
                100L * beyond.length,
                off == 0 ? 1 : 40,
                off == 0 ? 1e-7 : 0.01,
                List.of(beyond),
                OptionalDouble.empty()))));
    }

    /** Of two, the first of which takes over the other's share where it has two pieces. */
    private static Round round(long step, int pieces, int samples) {
        return new Round(
                OptionalLong.of(step),
                List.of(
                        new Share(0, Share.Fate.TAKEN, pieces, pieces, Optional.empty(), ""),
                        new Share(1, Share.Fate.AWAY, 0, 0, Optional.empty(), "it is being started again")),
                1,
                samples,
                2,
                false,
                OptionalInt.of(0),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO);
    }

    private static Made whole(int rounds) {
        return new Made(
                LongStream.rangeClosed(1, rounds)
                        .mapToObj(step -> round(step, 2, 2))
                        .toList(),
                Map.of(),
                Optional.empty(),
                new TreeMap<>(),
                LongStream.rangeClosed(1, rounds)
                        .mapToObj(step -> new Resharded.Sum(step, Map.of(), Map.of()))
                        .toList());
    }

    private static Made kept(List<Round> rounds) {
        return new Made(rounds, Map.of(), Optional.empty(), new TreeMap<>(), List.of());
    }

    @Test
    void one_unit_on_the_edge_of_its_step_breaks_nothing_however_few_rounds_were_kept() {
        Finding one = ReshardedJudge.of(whole(1), judged(3L));
        assertThat(one.verdict()).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(one.words()).contains("the gradient of dense1.weight lies up to 40", "1 of 1 such rounds", "fewer");
        assertThat(ReshardedJudge.of(whole(2), judged(3L, 3L)).verdict()).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(ReshardedJudge.of(whole(3), judged(0L, 3L, 0L)).holds()).isTrue();
    }

    @Test
    void a_sum_that_is_wrong_in_each_of_three_rounds_is_broken() {
        assertThat(ReshardedJudge.of(whole(3), judged(3L, 3L, 3L)).broken()).isTrue();
    }

    @Test
    void what_is_right_holds_with_one_round_too() {
        assertThat(ReshardedJudge.of(whole(1), judged(0L)).holds()).isTrue();
        assertThat(ReshardedJudge.of(whole(3), RIGHT).holds()).isTrue();
        assertThat(ReshardedJudge.of(whole(3), Optional.empty()).words()).isEqualTo("no exact gradients are known");
    }

    @Test
    void that_nobody_had_to_take_over_is_not_said_where_somebody_did() {
        assertThat(ReshardedJudge.of(kept(List.of(round(1, 1, 1))), Optional.empty())
                        .words())
                .isEqualTo("nobody had to take over what was another's");
        Finding missing = ReshardedJudge.of(kept(List.of(round(1, 2, 1))), Optional.empty());
        assertThat(missing.verdict()).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(missing.words()).isEqualTo("no round in which others took over came whole");
    }
}
