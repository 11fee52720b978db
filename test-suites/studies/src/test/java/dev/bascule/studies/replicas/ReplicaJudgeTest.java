package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.Invariant.Verdict;
import dev.bascule.studies.replicas.Rounds.Made;
import dev.bascule.training.step.TrainingGraph;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReplicaJudgeTest {
    private static final ReplicaPlan PLAN = new ReplicaPlan(
            new Shards(List.of(1, 1)), 4, 2, 1, 42, Duration.ofSeconds(5), Duration.ofSeconds(5), 1, List.of());
    private static final Allotment ALLOTMENT = Allotment.own(PLAN.shards(), new TreeSet<>(Set.of(0, 1)));
    private static final Theory THEORY = new Theory(40_000, 4_000, 20);

    private static ReplicaJudge judge(Round... rounds) {
        return new ReplicaJudge(
                PLAN,
                rank -> "[%d]".formatted(rank),
                new Made(List.of(rounds), Map.of(), Optional.empty(), new TreeMap<>(), List.of()));
    }

    private static Map<String, Tensor> fed(String ending, float... samples) {
        return Map.of(
                TrainingGraph.SAMPLES + ending,
                Tensor.floats(Shape.of(samples.length, 1), samples),
                TrainingGraph.TARGETS + ending,
                Tensor.floats(Shape.of(samples.length, 1), new float[samples.length]));
    }

    private static Finding shards(Watch watch) {
        return judge().seen(watch).stream()
                .filter(finding -> finding.invariant() == Invariant.SHARDS)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shards_are_not_judged_where_no_batch_came_back_whole() {
        Watch watch = new Watch();
        watch.fed(1, fed("", 1, 2), new TreeMap<>(Map.of(0, List.of(fed(".next", 1)))), ALLOTMENT);
        assertThat(shards(watch).verdict()).isEqualTo(Verdict.NOT_JUDGED);

        watch.fed(
                2,
                fed("", 1, 2),
                new TreeMap<>(Map.of(0, List.of(fed(".next", 1)), 1, List.of(fed(".next", 2)))),
                ALLOTMENT);
        assertThat(shards(watch).holds()).isTrue();
        assertThat(shards(watch).words()).contains("3 of 4 answers, 3 samples, 1 of 2 rounds whole");
    }

    @Test
    void a_strange_sample_breaks_shards_though_no_batch_came_back_whole() {
        Watch watch = new Watch();
        watch.fed(1, fed("", 1, 2), new TreeMap<>(Map.of(0, List.of(fed(".next", 9)))), ALLOTMENT);

        assertThat(shards(watch).broken()).isTrue();
    }

    @Test
    void a_run_that_was_held_against_nothing_exact_is_a_failure_that_says_why() {
        List<Finding> seen = List.of(
                Invariant.GRADIENTS.notJudged("nothing"),
                Invariant.REDUCTION.notJudged("nothing"),
                Invariant.EQUALS_ONE.notJudged("nothing"),
                Invariant.SHARDS.of(true, "all"));

        assertThat(ReplicaJudge.inexact(seen, List.of("Foo is not known", "Foo is not known"))
                        .orElseThrow()
                        .message())
                .isEqualTo("nothing exact stands beside this run: Foo is not known");
        assertThat(ReplicaJudge.inexact(List.of(Invariant.EQUALS_ONE.of(true, "it is")), List.of()))
                .isEmpty();
    }

    private static Round unmade(Share.Fate fate, String words) {
        return new Round(
                OptionalLong.empty(),
                List.of(
                        new Share(0, fate, 1, 1, Optional.empty(), words),
                        new Share(1, Share.Fate.OUT, 0, 0, Optional.empty(), "it is not started again any more")),
                Double.NaN,
                0,
                2,
                false,
                OptionalInt.empty(),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO);
    }

    @Test
    void what_diverged_is_not_told_as_lost() {
        Failure diverged = judge(unmade(Share.Fate.UNSOUND, "'loss' is no number somewhere"))
                .cut()
                .orElseThrow();
        assertThat(diverged.message())
                .startsWith("0 of 4 steps")
                .contains("[0] unsound ('loss' is no number somewhere)", "[1] left out");
        assertThat(diverged.remedies().get(0)).contains("--learning-rate");

        Failure lost = judge(unmade(Share.Fate.LOST, "its process ended")).cut().orElseThrow();
        assertThat(lost.remedies().get(0)).contains("--restarts");
    }

    private static Share taken(int rank, Optional<WireTraffic> traffic) {
        return new Share(
                rank,
                Share.Fate.TAKEN,
                1,
                1,
                Optional.of(new Share.Times(
                        Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, traffic)),
                "");
    }

    private static Round whole(long step, double loss, Optional<WireTraffic> second) {
        return new Round(
                OptionalLong.of(step),
                List.of(taken(0, Optional.of(new WireTraffic(44_500, 40_500))), taken(1, second)),
                loss,
                2,
                2,
                false,
                OptionalInt.of(1),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO);
    }

    private static Finding communication(Optional<WireTraffic> second) {
        return judge(whole(1, 1, second)).communication(List.of(THEORY, THEORY), Set.of());
    }

    @Test
    void a_replica_over_whose_connection_half_of_its_gradients_went_is_noticed() {
        Finding right = communication(Optional.of(new WireTraffic(44_500, 40_500)));
        assertThat(right.holds()).isTrue();
        assertThat(right.words()).startsWith("frames of 2 of 2 answers of 2 of 2 replicas");

        Finding half = communication(Optional.of(new WireTraffic(44_500, 20_250)));
        assertThat(half.broken()).isTrue();
        assertThat(half.words()).startsWith("[1]: ");

        assertThat(communication(Optional.of(new WireTraffic(90_000, 40_500))).broken())
                .as("twice as much as headers explain")
                .isTrue();
    }

    @Test
    void bytes_of_a_replica_of_a_pool_are_no_connections_and_not_judged() {
        ReplicaJudge judge = judge(whole(1, 1, Optional.of(new WireTraffic(1, 1))));

        Finding beside = judge.communication(List.of(THEORY, THEORY), Set.of(1));
        assertThat(beside.holds()).isTrue();
        assertThat(beside.words())
                .startsWith(
                        "frames of 1 of 1 answers of 1 of 1 replicas on this machine (1 of a pool are not counted)");
        assertThat(judge.communication(List.of(THEORY, THEORY), Set.of(0, 1)).verdict())
                .isEqualTo(Verdict.NOT_JUDGED);
        assertThat(judge.communication(List.of(THEORY, THEORY), Set.of()).broken())
                .as("the control")
                .isTrue();
    }

    @Test
    void bytes_are_not_judged_where_those_of_a_replica_were_not_counted() {
        Finding uncounted = communication(Optional.empty());

        assertThat(uncounted.verdict()).isEqualTo(Verdict.NOT_JUDGED);
        assertThat(uncounted.words()).startsWith("frames of 1 of 2 answers of 1 of 2 replicas");
    }

    private static Made twoRounds(double loss, String after) {
        Optional<WireTraffic> none = Optional.empty();
        return new Made(
                List.of(whole(1, 2, none), whole(2, loss, none)),
                Map.of(),
                Optional.of(after),
                new TreeMap<>(),
                List.of());
    }

    @Test
    void other_losses_or_other_parameters_the_second_time_are_noticed() {
        ReplicaJudge judge = new ReplicaJudge(PLAN, rank -> "[%d]".formatted(rank), twoRounds(1, "f00d"));

        assertThat(judge.repeated(Optional.of(twoRounds(1, "f00d"))).holds()).isTrue();
        assertThat(judge.repeated(Optional.of(twoRounds(1.5, "f00d"))).broken()).isTrue();
        assertThat(judge.repeated(Optional.of(twoRounds(1, "beef"))).broken()).isTrue();
        assertThat(judge.repeated(Optional.empty()).verdict()).isEqualTo(Verdict.NOT_JUDGED);
    }
}
