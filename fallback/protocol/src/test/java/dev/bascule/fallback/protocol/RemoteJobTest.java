package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.PipelineOutput;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A whole job, through the wire. */
class RemoteJobTest extends HubFixture {
    @Test
    void a_job_through_the_protocol_is_the_job_without_it() {
        Script script = RIGHT.taking(1.25, 2.5)
                .corruptFrom(3)
                .adapter(Map.of("vendor", "acme"))
                .using(new Memory(123, "heap"));
        Job job = job(SessionSettings.defaults());
        RunnerSession remote = join(script).open(job, LONG).result().orElseThrow();
        RunnerSession local = scripted(script).open(job, LONG).result().orElseThrow();
        assertThat(remote.firstOutputs()).isEqualTo(local.firstOutputs());
        for (BlockRequest request :
                List.of(BlockRequest.ofIterations(7, LONG), new BlockRequest(1, Duration.ofMillis(9), LONG))) {
            Block block = remote.measure(request, LONG).result().orElseThrow();
            assertThat(block).isEqualTo(local.measure(request, LONG).result().orElseThrow());
        }
        SessionEnd closing = remote.finish(LONG).result().orElseThrow();
        assertThat(closing).isEqualTo(local.finish(LONG).result().orElseThrow());
    }

    @Test
    void a_second_job_on_the_same_runner_is_a_fresh_one() {
        Runner runner = join(RIGHT);
        for (int i = 0; i < 2; i++) {
            RunnerSession session =
                    runner.open(job(SessionSettings.defaults()), LONG).result().orElseThrow();
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
        Job job = new Job("s", Backends.WEBNN, model(), feeds, List.of("sum"), SessionSettings.defaults());
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
    void steps_on_a_state_that_is_kept_are_what_they_are_without_the_protocol() {
        Tensor one = Tensor.floats(Shape.of(1), 1);
        Feeds feeds = new Feeds(
                Map.of("x", List.of(one), "state", List.of(Tensor.floats(Shape.of(1), 0))), Map.of("state", "sum"));
        Job job = new Job("s", Backends.WEBNN, model(), feeds, List.of("sum"), SessionSettings.defaults());
        Script script = RIGHT.taking(1.25, 2.5);
        RunnerSession remote = join(script).open(job, LONG).result().orElseThrow();
        RunnerSession local = scripted(script).open(job, LONG).result().orElseThrow();
        assertThat(remote.takesSteps()).isTrue();
        for (AdvanceRequest request : List.of(
                new AdvanceRequest(List.of(Map.of(), Map.of("x", Tensor.floats(Shape.of(1), 7))), Set.of(), LONG),
                new AdvanceRequest(List.of(Map.of(), Map.of(), Map.of()), Set.of("sum"), Duration.ofMillis(3)),
                new AdvanceRequest(List.of(Map.of("state", Tensor.floats(Shape.of(1), 50))), Set.of("sum"), LONG))) {
            Advance advance = remote.advance(request, LONG).result().orElseThrow();
            assertThat(advance).isEqualTo(local.advance(request, LONG).result().orElseThrow());
        }
    }

    @Test
    void a_runner_of_before_takes_no_steps_and_is_not_asked() {
        Invitation invitation = invite();
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        page.answering(packet -> {
            if (packet instanceof Message.Execute execute) {
                page.send(new Message.Progress(execute.job(), "ready"));
            }
        });
        page.send(new Message.Capable(List.of(), List.of(), Map.of()));
        RunnerSession session = invitation
                .joined()
                .join()
                .open(job(SessionSettings.defaults()), LONG)
                .result()
                .orElseThrow();
        assertThat(session.takesSteps()).isFalse();
        assertThat(fault(session.advance(new AdvanceRequest(List.of(Map.of()), Set.of(), LONG), LONG)))
                .isInstanceOfSatisfying(
                        Fault.Refused.class,
                        refused -> assertThat(refused.name()).isEqualTo("UnsupportedError"));
        assertThat(page.received()).noneMatch(Message.Advance.class::isInstance);
    }

    @Test
    void a_refusal_keeps_the_engines_words_and_the_runner() {
        Runner runner = join(RIGHT.refusing("create", "RuntimeError", "unreachable\n at wasm"));
        Fault fault = fault(runner.open(job(SessionSettings.defaults()), LONG));
        assertThat(fault).isInstanceOfSatisfying(Fault.Refused.class, refused -> {
            assertThat(refused.phase()).isEqualTo("create");
            assertThat(refused.name()).isEqualTo("RuntimeError");
            assertThat(refused.message()).isEqualTo("unreachable\n at wasm");
            assertThat(refused.phases().fetch()).isPresent();
        });
        assertThat(fault(runner.open(job(SessionSettings.defaults()), LONG))).isInstanceOf(Fault.Refused.class);
    }

    @Test
    void a_failure_while_measuring_or_finishing_comes_through_too() {
        RunnerSession measuring = join(RIGHT.refusing("measure", "Error", "device lost"))
                .open(job(SessionSettings.defaults()), LONG)
                .result()
                .orElseThrow();
        assertThat(fault(measuring.measure(BlockRequest.ofIterations(1, LONG), LONG))
                        .phase())
                .isEqualTo("measure");
        RunnerSession finishing = join(RIGHT.refusing("dispose", "Error", "no"))
                .open(job(SessionSettings.defaults()), LONG)
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
                .isEqualTo(new Reply.Ok<>(new PipelineOutput(tensors, Duration.ofMillis(1))));
    }
}
