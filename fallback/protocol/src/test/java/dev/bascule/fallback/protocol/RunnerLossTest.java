package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.RunnerSession;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Silence, death, and coming back. */
class RunnerLossTest extends HubFixture {
    @Test
    void a_silent_runner_times_out_in_the_phase_it_had_reached() {
        Fault fault = fault(join(RIGHT.timingOut("first")).open(job(SessionSettings.defaults()), SHORT));
        assertThat(fault).isEqualTo(new Fault.TimedOut("first", SHORT));
    }

    /** As when the host's machine stood still meanwhile: whatever time is left, the answers lie here already. */
    @Test
    void an_answer_that_is_here_counts_however_late_the_host_comes_to_look() {
        Duration over = Duration.ofNanos(1);
        Runner runner = join(RIGHT);
        RunnerSession session =
                runner.open(job(SessionSettings.defaults()), over).result().orElseThrow();
        assertThat(session.measure(BlockRequest.ofIterations(3, LONG), over)
                        .result()
                        .orElseThrow()
                        .samples()
                        .size())
                .isEqualTo(3);
        assertThat(session.finish(over)).isInstanceOf(Reply.Ok.class);
        assertThat(fault(join(RIGHT.timingOut("first")).open(job(SessionSettings.defaults()), over)))
                .as("negative control: silence is none the less")
                .isEqualTo(new Fault.TimedOut("first", over));
    }

    @Test
    void a_runner_whose_process_ended_is_lost_at_once() {
        Invitation invitation = invite();
        Runner runner = join(invitation, RIGHT);
        invitation.abandon().because("its process ended with 139");
        assertThat(fault(runner.open(job(SessionSettings.defaults()), LONG)))
                .isInstanceOfSatisfying(
                        Fault.Lost.class, lost -> assertThat(lost.reason()).contains("139"));
    }

    @Test
    void a_runner_that_said_bye_is_lost() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(RIGHT));
        page.send(new Message.Bye("tab closed"));
        assertThat(fault(invitation.joined().join().open(job(SessionSettings.defaults()), LONG)))
                .isInstanceOfSatisfying(
                        Fault.Lost.class, lost -> assertThat(lost.reason()).contains("tab closed"));
    }

    @Test
    void a_runner_that_does_not_come_back_within_its_grace_is_lost() {
        RunnerHub impatient = new RunnerHub(SHORT);
        Invitation invitation = impatient.invite("chrome", artifact -> "m");
        LoopbackPage page = new LoopbackPage(impatient, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(RIGHT));
        page.cut();
        assertThat(fault(invitation.joined().join().open(job(SessionSettings.defaults()), LONG)))
                .isInstanceOf(Fault.Lost.class);
        page.resume();
        assertThat(page.closedBecause())
                .hasValueSatisfying(reason -> assertThat(reason).contains("no such session"));
    }

    @Test
    void a_time_out_shorter_than_the_grace_is_a_time_out() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(RIGHT));
        page.cut();
        assertThat(fault(invitation.joined().join().open(job(SessionSettings.defaults()), SHORT)))
                .isInstanceOf(Fault.TimedOut.class);
    }

    @Test
    void a_violation_by_one_runner_ends_it_and_harms_no_other() {
        Invitation bad = invite();
        LoopbackPage badPage = new LoopbackPage(hub, bad.token());
        badPage.hello();
        ScriptedPage.serve(badPage, scripted(RIGHT));
        Runner good = join(RIGHT);
        badPage.sendRaw(new Frame.Text("{\"type\":\"bye\",\"seq\":2}"));
        assertThat(badPage.closedBecause())
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("protocol error"));
        assertThat(fault(bad.joined().join().open(job(SessionSettings.defaults()), LONG)))
                .isInstanceOf(Fault.Lost.class);
        badPage.resume();
        assertThat(badPage.closedBecause()).isPresent();
        assertThat(good.open(job(SessionSettings.defaults()), LONG)).isInstanceOf(Reply.Ok.class);
    }

    @Test
    void a_rule_of_the_transport_ends_a_runner_in_the_same_way() {
        Invitation invitation = invite();
        RunnerHub.Connection[] connection = new RunnerHub.Connection[1];
        connection[0] = hub.connect(new FrameChannel() {
            @Override
            public void send(Frame frame) {}

            @Override
            public void close(String reason) {
                assertThat(reason).contains("frame too large");
            }
        });
        connection[0].onFrame(FrameCodec.encode(new Envelope(
                0,
                0,
                new Message.Hello(1, invitation.token(), new Message.RunnerName("page", "x"), Optional.empty()))));
        connection[0].onViolation("frame too large");
        assertNeverJoined(invitation, "frame too large");
    }

    @Test
    void closing_says_goodbye_once_and_is_harmless_twice() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(RIGHT));
        Runner runner = invitation.joined().join();
        runner.close();
        runner.close();
        assertThat(page.received()).filteredOn(Message.Bye.class::isInstance).hasSize(1);
        assertThat(page.closedBecause()).isPresent();
        assertThat(fault(runner.open(job(SessionSettings.defaults()), LONG))).isInstanceOf(Fault.Lost.class);
    }

    @Test
    void a_runner_that_lost_its_socket_in_the_middle_of_a_job_comes_back_and_loses_nothing() throws Exception {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(RIGHT));
        Runner runner = invitation.joined().join();
        RunnerSession session =
                runner.open(job(SessionSettings.defaults()), LONG).result().orElseThrow();
        page.cut();
        Thread host = Thread.currentThread();
        // While the host waits: the page belongs to one thread at a time.
        Thread comesBack = new Thread(() -> {
            while (host.getState() != Thread.State.TIMED_WAITING
                    && !Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            page.resume();
        });
        comesBack.start();
        Reply<Block> block = session.measure(BlockRequest.ofIterations(3, LONG), LONG);
        comesBack.interrupt();
        comesBack.join();
        assertThat(block.result().orElseThrow().samples().size()).isEqualTo(3);
        assertThat(page.received()).doesNotHaveDuplicates();
    }

    @Test
    void a_session_cannot_be_resumed_with_another_runners_token() {
        Invitation mine = invite();
        LoopbackPage page = new LoopbackPage(hub, mine.token());
        page.hello();
        Invitation other = invite();
        LoopbackPage thief = new LoopbackPage(hub, other.token());
        thief.hello(
                Message.VERSION,
                other.token(),
                Optional.of(new Message.Resume(page.session().orElseThrow(), 0)));
        assertThat(thief.closedBecause()).isPresent();
        assertThat(thief.session()).isEmpty();
        assertThat(page.closedBecause()).isEmpty();
    }

    @Test
    void a_session_that_never_was_cannot_be_resumed() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello(Message.VERSION, invitation.token(), Optional.of(new Message.Resume("guess", 0)));
        assertThat(page.closedBecause()).isPresent();
    }

    @Test
    void a_closed_runners_session_cannot_be_resumed() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(RIGHT));
        invitation.joined().join().close();
        page.resume();
        assertThat(page.closedBecause())
                .hasValueSatisfying(reason -> assertThat(reason).contains("no such session"));
    }
}
