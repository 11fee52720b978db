package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.ScriptedRunner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a runner joins. */
class RunnerHubTest extends HubFixture {
    @Test
    void a_runner_joins_when_it_has_said_what_it_can_do() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        assertThat(page.session()).isPresent();
        assertThat(invitation.joined()).isNotDone();
        ScriptedRunner scripted = scripted(RIGHT.software(true));
        ScriptedPage.serve(page, scripted);
        assertThat(invitation.joined()).isDone();
        assertThat(invitation.joined().join().probe()).isEqualTo(scripted.probe());
        assertThat(invitation.joined().join()).hasToString("chrome");
    }

    @Test
    void tokens_are_long_and_never_twice_the_same() {
        assertThat(invite().token()).hasSizeGreaterThanOrEqualTo(32).isNotEqualTo(invite().token());
    }

    @Test
    void a_token_is_good_once() {
        Invitation invitation = invite();
        new LoopbackPage(hub, invitation.token()).hello();
        LoopbackPage thief = new LoopbackPage(hub, invitation.token());
        thief.hello();
        assertThat(thief.closedBecause())
                .hasValueSatisfying(reason -> assertThat(reason).contains("used before"));
        assertThat(thief.session()).isEmpty();
    }

    @Test
    void an_unknown_token_is_refused() {
        LoopbackPage page = new LoopbackPage(hub, "guess");
        page.hello();
        assertThat(page.closedBecause()).isPresent();
    }

    @Test
    void another_version_is_refused_with_both_numbers_and_the_launcher_need_not_wait() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello(2, invitation.token(), Optional.empty());
        assertThat(page.closedBecause())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("version 1").contains("version 2"));
        assertNeverJoined(invitation, "version 2");
    }

    @Test
    void the_first_message_must_be_hello() {
        LoopbackPage page = new LoopbackPage(hub, invite().token());
        RunnerHub.Connection connection = hub.connect(new FrameChannel() {
            @Override
            public void send(Frame frame) {
                throw new AssertionError("nothing to say to a stranger");
            }

            @Override
            public void close(String reason) {
                assertThat(reason).contains("hello");
            }
        });
        connection.onFrame(FrameCodec.encode(new Envelope(1, 0, new Message.Pong())));
        assertThat(page.session()).isEmpty();
    }

    @Test
    void an_abandoned_invitation_is_void_and_says_why() {
        Invitation invitation = invite();
        invitation.abandon().because("the browser ended with 1");
        assertNeverJoined(invitation, "ended with 1");
        LoopbackPage late = new LoopbackPage(hub, invitation.token());
        late.hello();
        assertThat(late.closedBecause()).isPresent();
    }

    @Test
    void a_runner_that_breaks_the_protocol_before_it_joined_never_joins() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        page.sendRaw(new Frame.Text("{"));
        assertThat(page.closedBecause()).isPresent();
        assertNeverJoined(invitation, "protocol error");
    }

    /** A host's command has a job too; from a runner it is none of that job's answers. */
    @Test
    void a_runner_that_commands_the_host_is_closed() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        page.send(new Message.Finish("job"));
        assertThat(page.closedBecause())
                .hasValueSatisfying(reason -> assertThat(reason).contains("no runner sends", "finish"));
        assertNeverJoined(invitation, "protocol error");
    }

    @Test
    void a_status_word_of_tomorrow_is_taken_as_missing() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        page.send(new Message.Capable(
                List.of(),
                List.of(new Message.BackendInfo(
                        "webnn",
                        "sleepy",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        Optional.empty())),
                Map.of()));
        Capabilities capabilities = invitation.joined().join().probe();
        assertThat(capabilities.backend("webnn").orElseThrow().status())
                .isEqualTo(dev.bascule.fallback.runner.BackendStatus.MISSING);
    }
}
