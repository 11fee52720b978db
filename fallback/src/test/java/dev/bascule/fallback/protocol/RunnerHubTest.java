package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.runner.Block;
import dev.bascule.fallback.runner.BlockRequest;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.runner.Closing;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.Memory;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.PipelineRequest;
import dev.bascule.fallback.runner.PipelineSpec;
import dev.bascule.fallback.runner.Prepared;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.runner.Settings;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class RunnerHubTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(80);
    private static final Script RIGHT = Script.right(Backends.WEBNN);

    private final RunnerHub hub = new RunnerHub(LONG);

    // --- joining -----------------------------------------------------------------------------------------------------

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

    // --- a whole job, through the wire -------------------------------------------------------------------------------

    @Test
    void a_job_through_the_protocol_is_the_job_without_it() {
        Script script = RIGHT.taking(1.25, 2.5)
                .corruptFrom(3)
                .adapter(Map.of("vendor", "acme"))
                .using(new Memory(123, "heap"));
        Job job = job(Settings.defaults());
        RunnerSession remote = join(script).open(job, LONG).result().orElseThrow();
        RunnerSession local = scripted(script).open(job, LONG).result().orElseThrow();
        assertThat(remote.firstOutputs()).isEqualTo(local.firstOutputs());
        for (BlockRequest request :
                List.of(BlockRequest.ofIterations(7, LONG), new BlockRequest(1, Duration.ofMillis(9), LONG))) {
            Block block = remote.measure(request, LONG).result().orElseThrow();
            assertThat(block).isEqualTo(local.measure(request, LONG).result().orElseThrow());
        }
        Closing closing = remote.finish(LONG).result().orElseThrow();
        assertThat(closing).isEqualTo(local.finish(LONG).result().orElseThrow());
    }

    @Test
    void a_second_job_on_the_same_runner_is_a_fresh_one() {
        Runner runner = join(RIGHT);
        for (int i = 0; i < 2; i++) {
            RunnerSession session =
                    runner.open(job(Settings.defaults()), LONG).result().orElseThrow();
            assertThat(session.firstOutputs().all()).hasSize(1);
            assertThat(session.finish(LONG)).isInstanceOf(Reply.Ok.class);
        }
    }

    @Test
    void steps_and_carried_state_go_through() {
        Tensor one = Tensor.floats(Shape.of(1), 1);
        Feeds feeds = new Feeds(
                Map.of("x", List.of(one, one), "state", List.of(Tensor.floats(Shape.of(1), 0))),
                Map.of("state", "sum"));
        Job job = new Job("s", Backends.WEBNN, model(), feeds, List.of("sum"), Settings.defaults());
        assertThat(join(RIGHT)
                        .open(job, LONG)
                        .result()
                        .orElseThrow()
                        .firstOutputs()
                        .all())
                .extracting(output -> output.tensor().data().getFloat(0))
                .containsExactly(1f, 2f);
    }

    @Test
    void a_refusal_keeps_the_engines_words_and_the_runner() {
        Runner runner = join(RIGHT.refusing("create", "RuntimeError", "unreachable\n at wasm"));
        Fault fault = fault(runner.open(job(Settings.defaults()), LONG));
        assertThat(fault).isInstanceOfSatisfying(Fault.Refused.class, refused -> {
            assertThat(refused.phase()).isEqualTo("create");
            assertThat(refused.name()).isEqualTo("RuntimeError");
            assertThat(refused.message()).isEqualTo("unreachable\n at wasm");
            assertThat(refused.phases().fetch()).isPresent();
        });
        assertThat(fault(runner.open(job(Settings.defaults()), LONG))).isInstanceOf(Fault.Refused.class);
    }

    @Test
    void a_failure_while_measuring_or_finishing_comes_through_too() {
        RunnerSession measuring = join(RIGHT.refusing("measure", "Error", "device lost"))
                .open(job(Settings.defaults()), LONG)
                .result()
                .orElseThrow();
        assertThat(fault(measuring.measure(BlockRequest.ofIterations(1, LONG), LONG))
                        .phase())
                .isEqualTo("measure");
        RunnerSession finishing = join(RIGHT.refusing("dispose", "Error", "no"))
                .open(job(Settings.defaults()), LONG)
                .result()
                .orElseThrow();
        assertThat(fault(finishing.finish(LONG)).phase()).isEqualTo("dispose");
    }

    @Test
    void a_pipelines_tensors_come_back() {
        Map<String, Tensor> tensors = Map.of("ids", Tensor.longs(Shape.of(2), 101, 102));
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(
                page,
                ScriptedRunner.named("page")
                        .preparing(request -> request.text().isPresent() ? tensors : Map.of())
                        .build());
        PipelineRequest request =
                new PipelineRequest("p", new PipelineSpec.Text(8), Map.of(), Optional.of("a sentence"));
        assertThat(invitation.joined().join().prepare(request, LONG))
                .isEqualTo(new Reply.Ok<>(new Prepared(tensors, Duration.ofMillis(1))));
    }

    // --- silence and death -------------------------------------------------------------------------------------------

    @Test
    void a_silent_runner_times_out_in_the_phase_it_had_reached() {
        Fault fault = fault(join(RIGHT.timingOut("first")).open(job(Settings.defaults()), SHORT));
        assertThat(fault).isEqualTo(new Fault.TimedOut("first", SHORT));
    }

    @Test
    void a_runner_whose_process_ended_is_lost_at_once() {
        Invitation invitation = invite();
        Runner runner = join(invitation, RIGHT);
        invitation.abandon().because("its process ended with 139");
        assertThat(fault(runner.open(job(Settings.defaults()), LONG)))
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
        assertThat(fault(invitation.joined().join().open(job(Settings.defaults()), LONG)))
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
        assertThat(fault(invitation.joined().join().open(job(Settings.defaults()), LONG)))
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
        assertThat(fault(invitation.joined().join().open(job(Settings.defaults()), SHORT)))
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
        assertThat(fault(bad.joined().join().open(job(Settings.defaults()), LONG)))
                .isInstanceOf(Fault.Lost.class);
        badPage.resume();
        assertThat(badPage.closedBecause()).isPresent();
        assertThat(good.open(job(Settings.defaults()), LONG)).isInstanceOf(Reply.Ok.class);
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
        assertThat(fault(runner.open(job(Settings.defaults()), LONG))).isInstanceOf(Fault.Lost.class);
    }

    // --- coming back -------------------------------------------------------------------------------------------------

    @Test
    void a_runner_that_lost_its_socket_in_the_middle_of_a_job_comes_back_and_loses_nothing() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(RIGHT));
        Runner runner = invitation.joined().join();
        RunnerSession session =
                runner.open(job(Settings.defaults()), LONG).result().orElseThrow();
        page.cut();
        Thread comesBack = new Thread(page::resume);
        comesBack.start();
        Reply<Block> block = session.measure(BlockRequest.ofIterations(3, LONG), LONG);
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

    private Invitation invite() {
        return hub.invite("chrome", artifact -> "models/" + artifact.sha256());
    }

    private Runner join(Script script) {
        return join(invite(), script);
    }

    private Runner join(Invitation invitation, Script script) {
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(script));
        return invitation.joined().join();
    }

    private static void assertNeverJoined(Invitation invitation, String why) {
        assertThat(invitation.joined()).isCompletedExceptionally();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> invitation.joined().join())
                .havingCause()
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUNNER_CRASHED))
                .withMessageContaining(why);
    }

    private static ScriptedRunner scripted(Script script) {
        return ScriptedRunner.named("page").on(Backends.WEBNN, script).build();
    }

    private static int jobs;

    private static Job job(Settings settings) {
        Feeds feeds =
                Feeds.of(Map.of("x", Tensor.floats(Shape.of(2), 1, 2), "state", Tensor.floats(Shape.of(2), 10, 20)));
        return new Job("job-" + jobs++, Backends.WEBNN, model(), feeds, List.of("sum"), settings);
    }

    private static ModelArtifact model() {
        return new ModelArtifact("0".repeat(64), 1, Path.of("model.onnx"));
    }

    private static Fault fault(Reply<?> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        return ((Reply.Failed<?>) reply).fault();
    }
}
