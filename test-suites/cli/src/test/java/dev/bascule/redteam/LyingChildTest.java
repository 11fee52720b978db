package dev.bascule.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.reference.Challenges;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.target.Browser;
import dev.bascule.nativerunner.child.LyingChild;
import dev.bascule.nativerunner.child.LyingChild.Lie;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real child process that speaks the protocol and is timed for work that it does not do. */
@Tag("native")
@Tag("red-team")
@Timeout(120)
class LyingChildTest {

    private static Attempt attempt(Lie lie) {
        try (Trap trap = new Trap(List.of(), Side.NATIVE, bridge -> new LyingLauncher(bridge, lie))) {
            return trap.attempt("bert-micro", Backends.NATIVE_CPU);
        }
    }

    /** Where the lie is in what is said or computed, and no time is looked at. */
    private static Attempt brief(Lie lie) {
        try (Trap trap = new Trap(List.of(), Side.NATIVE, bridge -> new LyingLauncher(bridge, lie))) {
            return trap.brief("bert-micro", Backends.NATIVE_CPU);
        }
    }

    @Test
    void negative_control_an_honest_child_answers_every_challenge() {
        Attempt attempt = attempt(Lie.NONE);
        assertThat(attempt.outcome()).as(attempt.failure().toString()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(Integer.parseInt(attempt.evidence().facts().get("challenges.given")))
                .isGreaterThanOrEqualTo(3);
        assertThat(attempt.evidence().facts().get("challenges.right"))
                .isEqualTo(attempt.evidence().facts().get("challenges.given"));
    }

    @Test
    void a_child_whose_engine_repeats_its_first_outputs_is_wrong_on_fresh_inputs() {
        Attempt attempt = brief(Lie.REPEATS);
        assertThat(attempt.outcome()).as(attempt.failure().toString()).isEqualTo(Outcome.WRONG);
        assertThat(attempt.failure().map(Failure::message).orElse("")).contains("the runner repeats outputs");
    }

    /** In {@code mvn verify} a page does not say it: {@link LyingPageTest}. */
    @Tag("full")
    @Test
    void a_child_that_does_not_say_what_it_delivered_is_at_fault() {
        assertThat(brief(Lie.SILENT).failure().map(Failure::code)).contains(ErrorCode.OUTPUT_NOT_DELIVERED);
    }

    @Tag("full")
    @Test
    void a_child_that_delivered_what_it_never_shipped_is_at_fault() {
        assertThat(brief(Lie.PHANTOMS).failure().map(Failure::code)).contains(ErrorCode.OUTPUT_NOT_DELIVERED);
    }

    /** What an earlier run's challenges were answered with is of no use in the next, whatever the seed. */
    @Tag("full")
    @Test
    void each_run_poses_challenges_of_its_own() {
        try (Trap trap = new Trap(List.of(), Side.NATIVE, bridge -> new LyingLauncher(bridge, Lie.NONE))) {
            List<Feeds> first = feeds(trap.challenges("bert-micro", 1));
            List<Feeds> next = feeds(trap.challenges("bert-micro", 2));
            assertThat(first).isNotEmpty().isEqualTo(feeds(trap.challenges("bert-micro", 1)));
            assertThat(next).isNotEmpty().doesNotContainAnyElementsOf(first);
        }
    }

    private static List<Feeds> feeds(Challenges challenges) {
        return challenges.given().stream().map(Challenges.Given::feeds).toList();
    }

    /** Starts lying children. */
    private record LyingLauncher(BridgeServer bridge, Lie lie) implements Launcher {

        @Override
        public String id() {
            return "native";
        }

        @Override
        public Launch launch(RunnerGateway gateway, Duration timeout) {
            RunnerGateway.Invitation invitation =
                    gateway.invite("liar", artifact -> artifact.file().toUri().toString());
            try {
                ProcessBuilder builder = new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-DOPT_OUT_TRACKING=true",
                                "-Dai.djl.offline=true",
                                LyingChild.class.getName(),
                                bridge.runnerSocket().toString(),
                                lie.name())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD);
                builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
                builder.environment().put("ORT_DISABLE_TELEMETRY", "1");
                Process process = builder.start();
                process.getOutputStream().write((invitation.token() + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
                Runner runner = invitation.joined().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
                return new Launch.Started(new Launched(this, process, runner));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (Exception e) {
                throw new AssertionError("the child did not join", e);
            }
        }
    }

    private record Launched(LyingLauncher launcher, Process process, Runner runner) implements LaunchedRunner {

        @Override
        public Optional<Browser> browser() {
            return Optional.empty();
        }

        @Override
        public Launcher.Launch recycle(RunnerGateway gateway, Duration timeout) {
            close();
            return launcher.launch(gateway, timeout);
        }

        @Override
        public void kill() {
            process.destroyForcibly();
        }

        @Override
        public void close() {
            runner.close();
            kill();
            process.onExit().join();
        }
    }
}
