package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway.Invitation;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;

/** A hub, and pages and jobs to try it with. */
abstract class HubFixture {
    static final Duration LONG = Duration.ofMinutes(1);
    static final Duration SHORT = Duration.ofMillis(80);
    static final Script RIGHT = Script.right(Backends.WEBNN);
    private static int jobs;
    final RunnerHub hub = new RunnerHub(LONG);

    Invitation invite() {
        return hub.invite("chrome", artifact -> "models/" + artifact.sha256());
    }

    Runner join(Script script) {
        return join(invite(), script);
    }

    Runner join(Invitation invitation, Script script) {
        LoopbackPage page = new LoopbackPage(hub, invitation.token());
        page.hello();
        ScriptedPage.serve(page, scripted(script));
        return invitation.joined().join();
    }

    static void assertNeverJoined(Invitation invitation, String why) {
        assertThat(invitation.joined()).isCompletedExceptionally();
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> invitation.joined().join())
                .havingCause()
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUNNER_CRASHED))
                .withMessageContaining(why);
    }

    static ScriptedRunner scripted(Script script) {
        return ScriptedRunner.named("page").on(Backends.WEBNN, script).build();
    }

    static Job job(SessionSettings settings) {
        Feeds feeds =
                Feeds.of(Map.of("x", Tensor.floats(Shape.of(2), 1, 2), "state", Tensor.floats(Shape.of(2), 10, 20)));
        return new Job("job-" + jobs++, Backends.WEBNN, model(), feeds, List.of("sum"), settings);
    }

    static Job job(String id) {
        return new Job(id, Backends.WEBNN, model(), Feeds.of(Map.of()), List.of("sum"), SessionSettings.defaults());
    }

    static ModelArtifact model() {
        return new ModelArtifact("0".repeat(64), 1, Path.of("model.onnx"));
    }

    static Fault fault(Reply<?> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        return ((Reply.Failed<?>) reply).fault();
    }
}
