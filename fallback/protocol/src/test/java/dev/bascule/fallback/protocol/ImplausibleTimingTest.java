package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.Script;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that lie about time, told over the protocol: what the host's own clock contradicts is a fault and no number. */
@Tag("red-team")
@Tag("slow")
class ImplausibleTimingTest extends HubFixture {
    private static final BlockRequest BLOCK = new BlockRequest(20, Duration.ofMillis(30), Duration.ofSeconds(5));

    /** What a page says of a block, and how long it really took over it. */
    private record Tale(Samples samples, double toldMillis, long tookMillis) {}

    @Test
    void invented_samples_are_no_number() {
        Fault fault =
                fault(open(look -> new Tale(scattered(20, 400, look), 401, 3)).measure(BLOCK, LONG));
        assertThat(fault)
                .isInstanceOfSatisfying(
                        Fault.Implausible.class,
                        told -> assertThat(told.reason())
                                .contains("20 iterations of 400.0 ms together where the host saw"));
        FaultClassifier.Classified classified = FaultClassifier.classify(fault);
        assertThat(classified.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(classified.failure().code()).isEqualTo(ErrorCode.TIMING_IMPLAUSIBLE);
        assertThat(classified.runnerIsSound()).isFalse();
    }

    @Test
    void a_clock_at_a_tenth_of_its_rate_is_no_clock() {
        // Long, for three times the way there is forgiven, and on a machine with a load of 14 it was 100 ms.
        assertThat(fault(open(look -> new Tale(scattered(20, 99, look), 100, 1000))
                        .measure(BLOCK, LONG)))
                .isInstanceOfSatisfying(
                        Fault.Implausible.class,
                        told -> assertThat(told.reason()).contains("besides the way, 3 times in a row"));
    }

    @Test
    void samples_divided_by_ten_are_missed_in_their_block() {
        assertThat(fault(open(look -> new Tale(scattered(20, 34, look), 340, 341))
                        .measure(BLOCK, LONG)))
                .isInstanceOf(Fault.Implausible.class);
    }

    @Test
    void a_standing_clock_is_no_clock() {
        assertThat(fault(open(look -> new Tale(Samples.ofMillis(new double[20]), 0, 1000))
                        .measure(BLOCK, LONG)))
                .isInstanceOf(Fault.Implausible.class);
    }

    @Test
    void one_time_for_all_iterations_was_written_down() {
        double[] same = new double[20];
        Arrays.fill(same, 2.345678);
        assertThat(fault(open(look -> new Tale(Samples.ofMillis(same), 47, 48)).measure(BLOCK, LONG)))
                .isInstanceOf(Fault.Implausible.class);
    }

    @Test
    void a_block_that_is_handed_in_twice_was_measured_once() {
        RunnerSession session = open(look -> new Tale(scattered(20, 40, 1), 41, 42));
        assertThat(session.measure(BLOCK, LONG)).isInstanceOf(Reply.Ok.class);
        assertThat(fault(session.measure(BLOCK, LONG))).isInstanceOf(Fault.Implausible.class);
    }

    @Test
    void a_clock_at_half_of_its_rate_is_doubted_over_the_blocks_of_a_session() {
        // From which rate on is HostRate's, tested by given times: the way, which is forgiven threefold, was 100 ms at
        // a load of 14.
        RunnerSession slow = open(look -> new Tale(scattered(20, 395, look), 400, 880));
        RunnerSession honest = open(look -> new Tale(scattered(20, 395, look), 400, 401));
        for (int block = 0; block < 5; block++) {
            assertThat(slow.measure(BLOCK, LONG)).isInstanceOf(Reply.Ok.class);
            assertThat(honest.measure(BLOCK, LONG)).isInstanceOf(Reply.Ok.class);
        }
        assertThat(slow.doubt())
                .hasValueSatisfying(why -> assertThat(why).contains("times as long passed as the runner tells of"));
        assertThat(honest.doubt()).isEmpty();
    }

    /** The other way round: what stalls once, or twice, is no lie, and is measured again. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void an_honest_page_that_was_held_up_is_asked_again(int stalls) {
        // As long as that, so that a machine with a load of 14 holds up no third look by itself.
        Reply<Block> reply = open(look -> new Tale(scattered(20, 399, look), 400, look < stalls ? 1700 : 401))
                .measure(BLOCK, LONG);
        assertThat(reply.result().orElseThrow().samples()).isEqualTo(scattered(20, 399, stalls));
    }

    @Test
    void phases_longer_than_what_the_host_saw_are_no_phases() {
        Script slow = Script.right(Backends.WEBNN);
        RunnerSession session =
                join(slow).open(job(SessionSettings.defaults()), LONG).result().orElseThrow();
        assertThat(session.finish(LONG)).as("an honest one").isInstanceOf(Reply.Ok.class);
        Reply<SessionEnd> reply =
                open(look -> new Tale(scattered(20, 40, look), 41, 42)).finish(LONG);
        assertThat(fault(reply))
                .isInstanceOfSatisfying(
                        Fault.Implausible.class,
                        told -> assertThat(told.reason())
                                .contains("fetching, creating and the first inference together took 9000.0 ms"));
    }

    private RunnerSession open(IntFunction<Tale> tales) {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        AtomicInteger looks = new AtomicInteger();
        page.answering(packet -> answer(page, packet, tales, looks));
        page.send(ScriptedPage.capable(scripted(RIGHT).probe()));
        return invitation
                .joined()
                .join()
                .open(job(SessionSettings.defaults()), LONG)
                .result()
                .orElseThrow();
    }

    private static void answer(LoopbackPage page, Packet packet, IntFunction<Tale> tales, AtomicInteger looks) {
        if (packet instanceof Message.Execute execute) {
            page.send(new Message.Progress(execute.job(), "ready"));
        } else if (packet instanceof Message.Measure measure) {
            Tale tale = tales.apply(looks.getAndIncrement());
            // Not on the host's thread, which is to see time pass.
            new Thread(() -> {
                        page.send(new Message.Progress(measure.job(), "measure"));
                        sleep(tale.tookMillis());
                        page.send(new Packet.SamplesPacket(measure.job(), measure.block(), tale.samples()));
                        page.send(new Message.Measured(
                                measure.job(), measure.block(), tale.samples().size(), tale.toldMillis()));
                    })
                    .start();
        } else if (packet instanceof Message.Finish finish) {
            page.send(new Message.Result(
                    finish.job(),
                    "ok",
                    new Message.PhaseTimes(
                            Optional.of(4000.0),
                            Optional.of(4000.0),
                            Optional.of(1000.0),
                            Optional.of(0.0),
                            Optional.empty()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
        }
    }

    private static Samples scattered(int n, double sum, long seed) {
        double[] values = new Random(seed).doubles(n, 0.9, 1.1).toArray();
        double all = Arrays.stream(values).sum();
        return Samples.ofMillis(
                Arrays.stream(values).map(value -> value * sum / all).toArray());
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
