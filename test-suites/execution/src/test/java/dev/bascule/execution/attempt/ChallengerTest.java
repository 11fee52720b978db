package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.reference.Challenges;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.ChallengeAnswer;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Answers to fresh inputs, judged by the usual rule and by a wider one that can no longer tell a replay from an answer. */
class ChallengerTest {
    private static final Samples TIMES = Samples.ofMillis(new double[] {1});
    private static final Challenges CHALLENGES = new Challenges(
            List.of(new Challenges.Given(Feeds.of(Map.of("x", value(9))), reference(2, 1e-3), 1)),
            Optional.of(reference(1, 1e-3)),
            7,
            Optional.empty());

    private static Tensor value(float value) {
        return Tensor.floats(Shape.of(1), value);
    }

    private static Reference reference(float right, double allowed) {
        return new Reference(
                Numerics.Reference.EXACT,
                List.of(Map.of("y", value(right))),
                List.of(),
                (output, dtype) -> Tolerance.absolute(allowed, "test"));
    }

    private static IntFunction<Challenges.Wider> wider(boolean telling) {
        return number -> new Challenges.Wider(reference(2, 5), telling);
    }

    private static Challenger answered(Outputs answer) {
        Challenger challenger = new Challenger(CHALLENGES, "here");
        assertThat(challenger
                        .in(BlockRequest.ofIterations(1, Duration.ofSeconds(1)))
                        .challenges())
                .isNotEmpty();
        challenger.answered(new Block(TIMES, Outputs.NONE, List.of(new ChallengeAnswer(answer, TIMES))));
        return challenger;
    }

    private static Outputs outputs(float value) {
        return new Outputs(List.of(new Outputs.Output("y", 0, 0, value(value))));
    }

    @Test
    void what_only_the_wider_rule_makes_right_counts_where_that_rule_tells() {
        Challenger telling = answered(outputs(2.5f));
        assertThat(telling.isRightBy(wider(true))).isTrue();
        telling.allow(wider(true), "hidden");
        assertThat(telling.told(true).right()).isEqualTo(1);

        Challenger hidden = answered(outputs(2.5f));
        assertThat(hidden.isRightBy(wider(false))).isTrue();
        hidden.allow(wider(false), "hidden");
        assertThat(hidden.told(true).given()).isZero();
        assertThat(hidden.told(true).uncounted()).isEqualTo(1);
        assertThat(hidden.told(true).why()).contains("hidden");
    }

    @Test
    void what_is_right_by_the_usual_rule_counts_whatever_the_wider_one_tells() {
        Challenger challenger = answered(outputs(2));
        assertThat(challenger.isRightBy(wider(false))).isTrue();
        challenger.allow(wider(false), "hidden");
        assertThat(challenger.told(true).right()).isEqualTo(1);
    }

    @Test
    void no_number_and_no_output_are_wrong_by_a_rule_that_tells_nothing_too() {
        assertThat(answered(outputs(Float.NaN)).isRightBy(wider(false))).isFalse();
        assertThat(answered(Outputs.NONE).isRightBy(wider(false))).isFalse();
    }

    @Test
    void an_answer_to_other_inputs_is_a_replay_though_the_wider_rule_has_room_for_it() {
        assertThat(answered(outputs(1)).isRightBy(wider(true))).isFalse();
    }
}
