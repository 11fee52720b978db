package dev.bascule.fallback.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every runner does alike that goes on from a state which it keeps. Implementations say how to get one. */
public interface StepsContract {
    Duration LIMIT = Duration.ofSeconds(60);
    Shape TWO = Shape.of(2);

    /** A live runner. */
    Runner runner();

    /** A backend that it can run a float32 Add on. */
    Backend backend();

    /** A folder for model files. */
    Path folder();

    /** How the sessions are made; where the state is to stay, too. */
    default SessionSettings settings() {
        return SessionSettings.defaults().withEvidence(false);
    }

    @Test
    default void steps_go_on_from_each_other_and_from_one_request_to_the_next() {
        RunnerSession session = counter();
        assertThat(session.takesSteps()).isTrue();
        Advance first = advanced(session, Set.of(), x(1), x(10), x(100));
        assertThat(seen(first)).containsExactly(1f, 11f, 111f);
        assertThat(first.state()).isEmpty();
        assertThat(first.feeds().size()).isEqualTo(3);
        assertThat(first.steps().size()).isEqualTo(3);
        Advance second = advanced(session, Set.of("next"), x(1), x(2));
        assertThat(seen(second)).containsExactly(112f, 114f);
        assertThat(second.state()).isEqualTo(Map.of("next", Tensor.floats(TWO, 114, 0)));
        assertThat(seen(advanced(session, Set.of(), x(1))))
                .as("reading the state leaves it where it is")
                .containsExactly(115f);
        ok(session.finish(LIMIT));
    }

    @Test
    default void a_carried_input_that_is_given_begins_anew_from_there() {
        RunnerSession session = counter();
        advanced(session, Set.of(), x(1), x(1));
        Map<String, Tensor> given = Map.of("x", Tensor.floats(TWO, 1, 0), "state", Tensor.floats(TWO, 50, 5));
        assertThat(seen(advanced(session, Set.of(), given, x(1)))).containsExactly(56f, 57f);
        assertThat(seen(advanced(session, Set.of(), x(1)))).containsExactly(58f);
        ok(session.finish(LIMIT));
    }

    @Test
    default void an_input_that_is_left_out_is_the_sessions_own() {
        RunnerSession session = counter();
        assertThat(seen(advanced(session, Set.of(), Map.of(), x(10), Map.of()))).containsExactly(6f, 16f, 22f);
        ok(session.finish(LIMIT));
    }

    @Test
    default void its_limit_ends_it_after_a_step_and_the_next_request_goes_on_there() {
        RunnerSession session = counter();
        Advance cut = ok(
                session.advance(new AdvanceRequest(List.of(x(1), x(1), x(1)), Set.of("next"), Duration.ZERO), LIMIT));
        assertThat(seen(cut)).containsExactly(1f);
        assertThat(cut.state()).isEqualTo(Map.of("next", Tensor.floats(TWO, 1, 0)));
        assertThat(seen(advanced(session, Set.of(), x(1)))).containsExactly(2f);
        ok(session.finish(LIMIT));
    }

    @Test
    default void measuring_and_inferring_in_between_leave_the_state_alone() {
        RunnerSession session = counter();
        advanced(session, Set.of(), x(1));
        ok(session.measure(BlockRequest.ofIterations(2, LIMIT), LIMIT));
        ok(session.infer(Map.of("x", Tensor.floats(TWO, 7, 7), "state", Tensor.floats(TWO, 7, 7)), LIMIT));
        assertThat(seen(advanced(session, Set.of(), x(1)))).containsExactly(2f);
        ok(session.finish(LIMIT));
    }

    @Test
    default void a_value_that_is_no_number_is_told_and_no_fault() {
        RunnerSession session = counter();
        Advance lost = advanced(session, Set.of("next"), x(Float.NaN), x(1));
        assertThat(seen(lost)).containsExactly(Float.NaN, Float.NaN);
        assertThat(lost.state().get("next").data().getFloat(0)).isNaN();
        ok(session.finish(LIMIT));
    }

    @Test
    default void inputs_of_another_shape_are_refused_and_the_runner_lives_on() {
        Reply<Advance> reply = counter()
                .advance(
                        new AdvanceRequest(
                                List.of(x(1), Map.of("x", Tensor.floats(Shape.of(3), 1, 2, 3))), Set.of(), LIMIT),
                        LIMIT);
        assertThat(reply.failed())
                .hasValueSatisfying(fault -> assertThat(fault)
                        .isInstanceOfSatisfying(
                                Fault.Refused.class,
                                refused -> assertThat(refused.phase()).isEqualTo("advance")));
        steps_go_on_from_each_other_and_from_one_request_to_the_next();
    }

    @Test
    default void what_cannot_be_read_or_begun_anew_is_a_mistake_of_who_asks() {
        RunnerSession session = counter();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> advanced(session, Set.of("other"), x(1)))
                .withMessageContaining("'other' is neither carried nor wanted");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> advanced(session, Set.of(), x(1), Map.of("state", Tensor.floats(TWO, 0, 0))))
                .withMessageContaining("only a first step begins anew");
        assertThat(seen(advanced(session, Set.of(), x(1)))).containsExactly(1f);
        ok(session.finish(LIMIT));
    }

    @Test
    default void where_the_state_was_is_told_at_the_end() {
        RunnerSession session = counter();
        advanced(session, Set.of(), x(1), x(1), x(1));
        advanced(session, Set.of("next"), x(1));
        advanced(session, Set.of(), x(1));
        SessionEnd end = ok(session.finish(LIMIT));
        Map<String, String> facts = end.evidence().map(RawEvidence::environment).orElseThrow();
        String where =
                settings().carryLocation().map(location -> location.word()).orElse("cpu");
        assertThat(facts)
                .containsEntry("carriedOutputs", "1")
                .containsEntry("carriedSeen", where + "=6")
                // The session's own tensor first, and none that reading had brought to the CPU.
                .containsEntry("carriedFed", where.equals("ml-tensor") ? "cpu=1 ml-tensor=4" : where + "=5")
                .containsEntry("carriedIterations", "6")
                // Of six iterations what is wanted, and the state once.
                .containsEntry("readBackBytes", String.valueOf(6 * 4 + (carriesByCopy() ? 6 : 1) * 8));
    }

    /** Whether what is carried in the CPU's memory comes there anew with each iteration. */
    default boolean carriesByCopy() {
        return false;
    }

    private RunnerSession counter() {
        Feeds feeds = new Feeds(
                Map.of("x", List.of(Tensor.floats(TWO, 3, 3)), "state", List.of(Tensor.floats(TWO, 0, 0))),
                Map.of("state", "next"));
        Job job = new Job(
                UUID.randomUUID().toString(),
                backend(),
                Artifacts.write(folder(), TinyOnnx.counter(2), "onnx"),
                feeds,
                List.of("seen"),
                settings());
        return ok(runner().open(job, LIMIT));
    }

    @SafeVarargs
    private static Advance advanced(RunnerSession session, Set<String> read, Map<String, Tensor>... steps) {
        return ok(session.advance(new AdvanceRequest(List.of(steps), read, LIMIT), LIMIT));
    }

    private static Map<String, Tensor> x(float value) {
        return Map.of("x", Tensor.floats(TWO, value, 0));
    }

    private static List<Float> seen(Advance advance) {
        return advance.outputs().stream()
                .map(outputs -> {
                    assertThat(outputs).containsOnlyKeys("seen");
                    return outputs.get("seen").data().getFloat(0);
                })
                .toList();
    }

    private static <T> T ok(Reply<T> reply) {
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return reply.result().orElseThrow();
    }
}
