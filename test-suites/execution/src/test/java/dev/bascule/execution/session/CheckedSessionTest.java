package dev.bascule.execution.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CheckedSessionTest {
    private static final Duration LIMIT = Duration.ofSeconds(9);
    private static final BlockRequest THREE = BlockRequest.ofIterations(3, Duration.ofSeconds(2));
    private static final Fault SILENT = new Fault.TimedOut("measure", LIMIT);
    private static final Fault REFUSED =
            new Fault.Refused("infer", "Error", "a shape that does not fit", Optional.empty(), Phases.NONE);

    private final FakeSession fake = new FakeSession();
    private int discarded;
    private final CheckedSession session =
            new CheckedSession(fake, 1, LIMIT, new Capabilities(List.of(), Map.of()), () -> discarded++);

    private static OutputChecker checker() {
        return new OutputChecker(new OutputChecker.Reference(Numerics.Reference.EXPECTED_OUTPUT, List.of(Jobs.RIGHT)));
    }

    @Test
    void the_first_outputs_and_those_of_each_block_are_checked() {
        OutputChecker checker = checker();
        session.checkedBy(checker);
        assertThat(checker.result().checkedIterations()).isEqualTo(1);
        session.measure(THREE);
        assertThat(checker.result().checkedIterations()).isEqualTo(4);
        assertThat(checker.result().ok()).isTrue();
    }

    @Test
    @Tag("red-team")
    void an_output_that_goes_wrong_while_it_is_timed_or_warmed_is_noticed() {
        OutputChecker timed = checker();
        session.checkedBy(timed);
        fake.more = FakeSession.sum(3, Map.of("sum", Tensor.floats(Shape.of(2), 11, 23)));
        assertThat(session.measure(THREE).result()).as("wrong is no fault").isPresent();
        assertThat(timed.result().ok()).isFalse();
        OutputChecker warmed = checker();
        session.checkedBy(warmed);
        session.warmUp(WarmUp.DEFAULT, LIMIT);
        assertThat(warmed.result().ok()).isFalse();
    }

    @Test
    void who_wants_to_hear_at_once_hears_before_outputs_are_checked() {
        OutputChecker checker = checker();
        session.checkedBy(checker);
        List<Long> checked = new ArrayList<>();
        session.measure(THREE, reply -> checked.add((long) checker.result().checkedIterations()));
        assertThat(checked).containsExactly(1L);
    }

    @Test
    void a_block_is_waited_for_as_long_as_it_may_last_and_an_answer_may_take() {
        session.measure(THREE);
        session.measure(THREE, Duration.ofSeconds(1));
        assertThat(fake.limits).containsExactly(Duration.ofSeconds(11), Duration.ofSeconds(1));
    }

    @Test
    void after_a_fault_it_repeats_the_fault_and_asks_nothing_more() {
        fake.fault = Optional.of(SILENT);
        assertThat(session.measure(THREE)).isEqualTo(new Reply.Failed<>(SILENT));
        fake.fault = Optional.empty();
        assertThat(session.measure(THREE)).isEqualTo(new Reply.Failed<>(SILENT));
        assertThat(session.infer(Jobs.INPUTS, LIMIT)).isEqualTo(new Reply.Failed<>(SILENT));
        assertThat(session.finish()).isEqualTo(new Reply.Failed<>(SILENT));
        assertThat(session.warmUp(WarmUp.DEFAULT, LIMIT)).isEqualTo(WarmUpResult.NONE);
        assertThat(fake.asked).containsExactly("measure");
        assertThat(session.fault()).contains(SILENT);
        assertThat(discarded).as("an unsound runner goes once").isEqualTo(1);
    }

    @Test
    void a_refusal_ends_the_session_and_leaves_its_runner() {
        fake.fault = Optional.of(REFUSED);
        assertThat(session.infer(Jobs.INPUTS, LIMIT)).isEqualTo(new Reply.Failed<>(REFUSED));
        assertThat(session.fault()).contains(REFUSED);
        assertThat(discarded).isZero();
    }

    @Test
    void steps_have_their_own_limit_and_that_of_an_answer_and_a_refusal_of_one_ends_the_session() {
        AdvanceRequest request = new AdvanceRequest(List.of(Jobs.INPUTS, Jobs.INPUTS), Set.of(), Duration.ofSeconds(7));
        assertThat(session.takesSteps()).isTrue();
        assertThat(session.advance(request).result().orElseThrow().outputs()).containsExactly(Jobs.RIGHT, Jobs.RIGHT);
        assertThat(fake.limits).containsExactly(LIMIT.plusSeconds(7));
        fake.fault = Optional.of(REFUSED);
        assertThat(session.advance(request)).isEqualTo(new Reply.Failed<>(REFUSED));
        assertThat(session.advance(request)).isEqualTo(new Reply.Failed<>(REFUSED));
        assertThat(fake.asked).containsExactly("advance", "advance");
    }

    @Test
    void a_runner_that_cannot_stream_keeps_its_session_and_one_that_dies_of_it_does_not() {
        StreamRequest request = StreamRequest.realTime(
                new ModelArtifact("0".repeat(64), 1, Path.of("a.wav")), 100, 2, "x", Duration.ofSeconds(1));
        assertThat(session.stream(request)).isInstanceOf(Reply.Failed.class);
        assertThat(session.fault()).isEmpty();
        assertThat(session.measure(THREE).result()).isPresent();
        fake.fault = Optional.of(SILENT);
        assertThat(session.stream(request)).isEqualTo(new Reply.Failed<>(SILENT));
        assertThat(session.fault()).contains(SILENT);
        assertThat(session.stream(request)).isEqualTo(new Reply.Failed<>(SILENT));
        assertThat(discarded).isEqualTo(1);
        assertThat(fake.asked).containsExactly("stream", "measure", "stream");
    }

    @Test
    void it_is_finished_once_however_often_it_is_asked() {
        Reply<?> first = session.finish();
        assertThat(first).isInstanceOf(Reply.Ok.class);
        assertThat(session.finish()).isEqualTo(first);
        assertThat(fake.asked).containsExactly("finish");
        assertThat(discarded).isZero();
    }

    @Test
    void nothing_is_measured_in_a_session_that_is_finished() {
        session.finish();
        assertThatThrownBy(() -> session.measure(THREE)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_session_that_ends_well_in_a_page_that_broke_meanwhile_costs_the_page() {
        fake.poisoned = Optional.of("the session for evidence trapped");
        assertThat(session.finish().result()).isPresent();
        session.finish();
        assertThat(discarded).isEqualTo(1);
    }

    @Test
    void windows_before_a_fault_are_kept() {
        fake.millis = 1;
        WarmUp everOther = new WarmUp(2, Duration.ZERO, Duration.ofHours(1), 0.05);
        List<Integer> windows = new ArrayList<>();
        WarmUpResult result = WarmUpResult.of(everOther, LIMIT, window -> {
            windows.add(window.iterations());
            if (windows.size() == 3) {
                fake.fault = Optional.of(SILENT);
            }
            return session.measure(window).result().map(block -> block.samples());
        });
        assertThat(result.windows()).hasSize(2);
        assertThat(result.samples().size()).isEqualTo(4);
        assertThat(result.stable()).isFalse();
        assertThat(windows).containsExactly(2, 2, 2);
    }

    @Test
    void a_warm_up_ends_when_its_rule_is_content_and_one_without_time_does_not_begin() {
        fake.millis = 100;
        WarmUpResult warm = session.warmUp(WarmUp.DEFAULT, Duration.ofMinutes(5));
        assertThat(warm.stable()).isTrue();
        assertThat(warm.windows()).hasSize(2);
        assertThat(session.warmUp(WarmUp.DEFAULT, Duration.ZERO)).isEqualTo(WarmUpResult.NONE);
    }
}
