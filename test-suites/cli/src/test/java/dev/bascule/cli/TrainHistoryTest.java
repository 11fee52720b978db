package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.TrainingFindings;
import dev.bascule.reports.training.TrainingPlace;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.reports.training.TrainingTask;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.TargetTraining;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainHistoryTest {
    @TempDir
    private Path folder;

    private TrainReports reports;

    @BeforeEach
    void start() {
        reports = new TrainReports(folder);
    }

    @Test
    void what_was_trained_is_in_the_history_with_every_step() {
        FakeServices services = new FakeServices();
        services.training = (request, listener) -> {
            reports.asked.add(request);
            return TrainReports.report(
                    TrainReports.target(Backends.WEBGPU, CarryLocation.GPU_BUFFER, "gpu-buffer", true),
                    TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", false));
        };
        new CliHarness(folder, services).run("train", "mlp", "--learning-rate", "0.1", "--clip", "2");

        String id = reports.asked.get(0).run().invocation().id();
        assertThat(services.inMemory.trainings()).singleElement().satisfies(heading -> {
            assertThat(heading.command()).isEqualTo(id);
            assertThat(heading.backends()).containsExactly("webgpu", "cpu");
            assertThat(heading.verdicts()).containsExactly(Verdict.PASS, Verdict.WRONG);
        });
        List<TrainingRun> kept = services.inMemory.training(id);
        TrainingRun right = kept.get(0);
        assertThat(right.steps())
                .containsExactly(
                        new TrainingStep(1, 2.5, OptionalDouble.of(1), OptionalDouble.of(7)),
                        new TrainingStep(2, 1.25, OptionalDouble.of(1), OptionalDouble.of(7)));
        assertThat(right.samplesPerSecond()).hasValue(4000);
        assertThat(right.last().orElseThrow()).isEqualTo(new HeldOut(2, Duration.ofMillis(30), 90, 100));
        assertThat(right.task().optimizer())
                .isEqualTo(new TrainingTask.Method("adam", OptionalDouble.of(0.1), OptionalDouble.of(2)));
        assertThat(right.place().settings()).hasValue(new TrainingPlace.Settings(1, "all"));
        assertThat(right.found().checks().likeNative()).contains(TrainingFindings.Reproduction.BOUNDED);
        assertThat(right.found().proof()).contains(ProofClass.PROVEN);
        assertThat(kept.get(1).found().reason().orElseThrow()).startsWith("the gradient of dense1.weight");
        assertThat(kept.get(1).layers()).singleElement().satisfies(layer -> {
            assertThat(layer.beyond()).isEqualTo(124);
            assertThat(layer.furthest()).isInfinite();
        });
    }

    @Test
    void what_memory_it_took_is_in_the_history_and_on_the_page() throws IOException {
        FakeServices services = new FakeServices();
        services.training = (request, listener) -> {
            reports.asked.add(request);
            return TrainReports.report(
                    TrainReports.timed(true), TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));
        };
        new CliHarness(folder, services).run("train", "mlp", "--out", "made");

        List<TrainingRun> kept = services.inMemory.training(
                reports.asked.get(0).run().invocation().id());
        String words = "memory of its processes: 420 MB at its peak; +1.20 MB for each 1000 steps";
        assertThat(kept.get(0).found().notes()).anyMatch(note -> note.startsWith(words));
        assertThat(kept.get(1).found().notes()).noneMatch(note -> note.contains("memory"));
        assertThat(Files.readString(folder.resolve("made/training.html"))).containsOnlyOnce(words);
    }

    @Test
    void steps_of_a_resumed_run_go_on_from_its_checkpoint_though_it_faulted() {
        TargetTraining whole = TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true);
        TargetTraining faulted = new TargetTraining(
                whole.target(),
                whole.state(),
                whole.seed(),
                whole.checks(),
                new TargetTraining.Learnt(
                        100, whole.learnt().losses(), List.of(), Optional.empty(), OptionalLong.empty()),
                whole.costs(),
                Optional.of(new Ended(Verdict.CRASHED, Failure.of(ErrorCode.RUNNER_CRASHED, "it died"))),
                List.of());
        FakeServices services = new FakeServices();
        services.training = (request, listener) -> {
            reports.asked.add(request);
            return TrainReports.report(faulted);
        };
        new CliHarness(folder, services).run("train", "mlp", "--resume", "mlp.safetensors");

        String id = reports.asked.get(0).run().invocation().id();
        assertThat(services.inMemory.training(id).get(0).steps())
                .extracting(TrainingStep::number)
                .containsExactly(101L, 102L);
    }

    @Test
    void the_page_has_every_target_and_asks_nobody_for_anything() throws IOException {
        CliHarness.Result result = reports.run(
                TrainReports.report(
                        TrainReports.target(Backends.WEBGPU, CarryLocation.GPU_BUFFER, "gpu-buffer", true),
                        TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", false)),
                "train",
                "mlp",
                "--out",
                "made");

        assertThat(result.err()).contains("training.html");
        String page = Files.readString(folder.resolve("made/training.html"));
        assertThat(page).contains("mlp trained on digits").doesNotContain("src=\"", "href=\"http");
        // A subsequence is looked for anew from each character on: not in the script and the styles.
        assertThat(page.substring(page.indexOf("<main>"), page.indexOf("</main>")))
                .containsSubsequence("PASS", "WRONG", "webnn", "no browser");
    }

    @Test
    void a_history_that_another_has_open_is_told_and_changes_nothing_else() {
        FakeServices services = new FakeServices();
        services.training = (request, listener) ->
                TrainReports.report(TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));
        services.historyRefused = Optional.of(new BasculeException(ErrorCode.STORE_LOCKED, "process 7 has it open"));
        CliHarness.Result locked = new CliHarness(folder, services).run("train", "mlp");
        assertThat(locked.exit()).isZero();
        assertThat(locked.err()).contains("not kept in the history: process 7 has it open");

        services.historyRefused = Optional.of(new BasculeException(ErrorCode.STORE_INVALID, "no history"));
        CliHarness.Result broken = new CliHarness(folder, services).run("train", "mlp");
        assertThat(broken.out()).contains("PASS");
        assertThat(broken.exit()).isNotZero();
        assertThat(broken.err()).contains("no history");
    }
}
