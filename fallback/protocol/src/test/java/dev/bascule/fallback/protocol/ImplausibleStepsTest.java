package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages that lie about the steps that they ran, told over the protocol. */
@Tag("red-team")
class ImplausibleStepsTest extends HubFixture {
    private static final int STEPS = 20;
    private static final Tensor SUM = Tensor.floats(Shape.of(2), 11, 22);

    /**
     * What a page says of twenty steps, and how long it really took over them.
     *
     * @param stepMs of all steps together
     * @param outputs how many steps it brings outputs of
     */
    private record Tale(double stepMs, double readBackMs, double elapsedMs, long tookMillis, int outputs) {
        Tale(double stepMs, double elapsedMs, long tookMillis) {
            this(stepMs, 0, elapsedMs, tookMillis, STEPS);
        }
    }

    /**
     * How long a request takes whose clock stands. What passed is doubtful above 100 ms and three times what its beginning took to be noticed:
     * on a busy machine that alone was 40 ms once, which 230 ms had no room for.
     */
    private static final long STANDING_MILLIS = 700;

    private final Invitation invitation = invite();
    private int requests;

    @Test
    void invented_times_are_no_numbers() {
        Fault fault = fault(advance(open(request -> new Tale(400, 401, 3))));
        assertThat(fault)
                .isInstanceOfSatisfying(
                        Fault.Implausible.class,
                        told -> assertThat(told.reason())
                                .contains("20 iterations of 400.0 ms together where the host saw"));
        assertThat(FaultClassifier.classify(fault).failure().code()).isEqualTo(ErrorCode.TIMING_IMPLAUSIBLE);
    }

    @Test
    void reading_back_takes_no_longer_than_passed() {
        assertThat(fault(advance(open(request -> new Tale(2, 4000, 3, 4, STEPS)))))
                .isInstanceOf(Fault.Implausible.class);
    }

    @Test
    void steps_longer_than_all_of_them_were_not_run_one_after_another() {
        assertThat(fault(advance(open(request -> new Tale(60, 20, 61))))).isInstanceOf(Fault.Implausible.class);
    }

    /** They cannot be run again, so that a hold-up is forgiven; a clock that stands is not held up each time. */
    @Test
    void a_standing_clock_is_no_clock_though_a_hold_up_is_forgiven() {
        RunnerSession session =
                open(request -> request == 3 ? new Tale(395, 400, 401) : new Tale(0, 0, STANDING_MILLIS));
        for (int request = 1; request <= 5; request++) {
            assertThat(advance(session)).as("request " + request).isInstanceOf(Reply.Ok.class);
        }
        assertThat(fault(advance(session)))
                .isInstanceOfSatisfying(
                        Fault.Implausible.class,
                        told -> assertThat(told.reason()).endsWith("3 times in a row"));
    }

    /** Two doubtful requests before each sound one would never come three times in a row. */
    @Test
    void what_was_forgiven_is_a_doubt_of_the_session() {
        RunnerSession session = open(request -> new Tale(0, 0, STANDING_MILLIS));
        assertThat(session.doubt()).isEmpty();
        advance(session);
        advance(session);
        assertThat(session.doubt())
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith(
                                "noisy: the clocks disagree about 2 of 2 requests of steps, such as 20 iterations"));
    }

    @Test
    void outputs_that_did_not_come_cost_the_runner() {
        RunnerSession session = open(request -> new Tale(2, 0, 3, 4, STEPS - 1));
        Fault fault = fault(advance(session));
        assertThat(fault).isInstanceOfSatisfying(Fault.Lost.class, lost -> {
            assertThat(lost.end().code()).isEqualTo(ErrorCode.OUTPUT_NOT_DELIVERED);
            assertThat(lost.reason()).contains("step 19 came without 'sum'");
        });
        assertThat(fault(runner().open(job(SessionSettings.defaults()), LONG))).isInstanceOf(Fault.Lost.class);
    }

    @Test
    void one_that_is_silent_is_not_waited_for() {
        RunnerSession session = open(request -> new Tale(0, 0, Long.MAX_VALUE));
        assertThat(fault(session.advance(request(), SHORT))).isEqualTo(new Fault.TimedOut("advance", SHORT));
    }

    @Test
    void one_that_refuses_is_told_in_its_own_words() {
        RunnerSession session = open(request -> new Tale(0, 0, -1));
        assertThat(fault(advance(session))).isInstanceOfSatisfying(Fault.Refused.class, refused -> {
            assertThat(refused.phase()).isEqualTo("advance");
            assertThat(refused.message()).isEqualTo("no such shape");
        });
    }

    private static AdvanceRequest request() {
        return new AdvanceRequest(Collections.nCopies(STEPS, Map.of()), Set.of(), LONG);
    }

    private static Reply<Advance> advance(RunnerSession session) {
        return session.advance(request(), LONG);
    }

    private Runner runner() {
        return invitation.joined().join();
    }

    private RunnerSession open(IntFunction<Tale> tales) {
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        page.answering(packet -> {
            if (packet instanceof Message.Execute execute) {
                page.send(new Packet.TensorPacket(execute.job(), "output", "sum", 0, 0, SUM));
                page.send(new Message.Progress(execute.job(), "ready"));
            } else if (packet instanceof Message.Advance asked) {
                Tale tale = tales.apply(++requests);
                page.send(new Message.Progress(asked.job(), "advance"));
                if (tale.tookMillis() < 0) {
                    page.send(refusal(asked.job()));
                } else if (tale.tookMillis() < Long.MAX_VALUE) {
                    // Not on the host's thread, which is to see time pass.
                    new Thread(() -> tell(page, asked, tale)).start();
                }
            }
        });
        page.send(new Message.Capable(List.of(), List.of(), Map.of(), Optional.of(List.of(Capabilities.STEPS))));
        return runner().open(job(SessionSettings.defaults()), LONG).result().orElseThrow();
    }

    private static Message.Result refusal(String job) {
        return new Message.Result(
                job,
                "failed",
                new Message.PhaseTimes(
                        Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Optional.of(new Message.ErrorInfo("advance", "Error", "no such shape", Optional.empty())),
                Optional.empty());
    }

    private void tell(LoopbackPage page, Message.Advance asked, Tale tale) {
        try {
            Thread.sleep(tale.tookMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (int step = 0; step < tale.outputs(); step++) {
            page.send(new Packet.TensorPacket(asked.job(), "output", "sum", step, asked.number(), SUM));
        }
        double[] parts = new Random(requests).doubles(STEPS, 0.9, 1.1).toArray();
        double all = Arrays.stream(parts).sum();
        List<Double> stepMs = Arrays.stream(parts)
                .mapToObj(part -> part * tale.stepMs() / all)
                .toList();
        page.send(new Message.Advanced(
                asked.job(),
                asked.number(),
                Stream.generate(() -> 0.0).limit(STEPS).toList(),
                stepMs,
                tale.readBackMs(),
                tale.elapsedMs()));
    }
}
