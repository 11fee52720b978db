package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.training.Resumed;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainingReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainCommandTest {
    @TempDir
    private Path folder;

    private TrainReports reports;

    @BeforeEach
    void start() {
        reports = new TrainReports(folder);
    }

    @Test
    void a_right_target_has_its_speed_its_accuracy_and_where_its_state_was() {
        CliHarness.Result result = reports.run(
                TrainReports.report(TrainReports.target(Backends.WEBGPU, CarryLocation.GPU_BUFFER, "gpu-buffer", true)),
                "train",
                "mlp");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("2 steps by adam on digits, samples of 32")
                .containsSubsequence(
                        "gpu-buffer", "1.25", "90.0 %", "82.5", "94.5", "7.00 ms", "1.00 ms", "3.00 ms", "PASS")
                .containsSubsequence("1.50 σ", "2.0e-7", "1.0e-9", "1 of 1", "bounded", "bitwise", "bitwise")
                .contains("a note")
                .contains("not here: webnn");
    }

    @Test
    void a_run_that_went_on_from_a_checkpoint_says_so_everywhere() throws IOException {
        TrainingReport anew =
                TrainReports.report(TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));
        TrainingReport.Trained trained = anew.trained();
        TrainingReport resumed = new TrainingReport(
                anew.network(),
                anew.parameters(),
                anew.operators(),
                new TrainingReport.Trained(
                        trained.modelSha256(),
                        trained.data(),
                        trained.sha256(),
                        trained.train(),
                        trained.test(),
                        trained.classes(),
                        trained.chance(),
                        trained.optimizer(),
                        trained.batch(),
                        trained.steps(),
                        trained.resident(),
                        trained.form(),
                        Optional.of(new Resumed("ck.safetensors", "ab".repeat(32), 20)),
                        trained.notes()),
                anew.targets(),
                anew.peers(),
                anew.absent(),
                false,
                Optional.empty());
        String words = "step 20 of ck.safetensors (state abababababab…)";
        assertThat(reports.run(resumed, "train", "mlp", "--out", "made").out()).contains("goes on from " + words);
        assertThat(Files.readString(folder.resolve("made/training.html"))).contains("going on from " + words);
        JsonNode document = Json.MAPPER.readTree(
                reports.run(resumed, "train", "mlp", "--json").out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/training/resumed/step").asInt()).isEqualTo(20);
        assertThat(document.at("/training/resumed/checkpoint").asText()).isEqualTo("ck.safetensors");

        assertThat(reports.run(anew, "train", "mlp").out()).doesNotContain("goes on from");
        JsonNode other =
                Json.MAPPER.readTree(reports.run(anew, "train", "mlp", "--json").out());
        DocumentSchema.TRAIN.validate(other);
        assertThat(other.at("/training/resumed").isNull()).isTrue();
    }

    @Test
    void of_what_is_wrong_no_speed_is_printed_and_it_ends_with_1() throws IOException {
        TrainingReport wrong =
                TrainReports.report(TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", false));
        CliHarness.Result result = reports.run(wrong, "train", "mlp");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out())
                .contains("WRONG: the gradient of dense1.weight lies up to")
                .doesNotContain("7.00 ms");
        JsonNode document = Json.MAPPER.readTree(
                reports.run(wrong, "train", "mlp", "--json").out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/targets/0/verdict").asText()).isEqualTo("WRONG");
        assertThat(document.at("/targets/0/times").isNull()).isTrue();
        assertThat(document.at("/targets/0/gradients/furthestDeviations").isNull())
                .isTrue();
    }

    @Test
    void state_that_was_elsewhere_than_asked_is_told_and_no_pass() throws IOException {
        TrainingReport report =
                TrainReports.report(TrainReports.target(Backends.WEBGPU, CarryLocation.GPU_BUFFER, "cpu", true));

        assertThat(reports.run(report, "train", "mlp").out())
                .contains("PARTIAL", "its state was asked to be in gpu-buffer, and was in cpu");
        JsonNode document = Json.MAPPER.readTree(
                reports.run(report, "train", "mlp", "--json").out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/targets/0/verdict").asText()).isEqualTo("PARTIAL");
        assertThat(document.at("/targets/0/reservations/0").asText()).contains("gpu-buffer");
        assertThat(document.at("/targets/0/passes").isNull()).isTrue();
        assertThat(document.at("/targets/0/mixedPrecision").isNull()).isTrue();
    }

    @Test
    void what_passes_take_by_the_forward_one_is_told_of_what_is_right_alone() throws IOException {
        TrainingReport report = TrainReports.report(TrainReports.timed(true), TrainReports.timed(false));
        CliHarness.Result result = reports.run(report, "train", "mlp");

        assertThat(result.out())
                .containsPattern(
                        "\\[1\\] forward 1 : gradient 2.00 \\(.*\\) : step 3.00 \\(.*\\), timed in turn; forward 2.00"
                                + " ms")
                .contains(
                        "[1] memory of its processes: 420 MB at its peak; +1.20 MB for each 1000 steps, 95 %: +900 kB to"
                                + " +1.50 MB")
                .doesNotContain("[2] forward 1");
        JsonNode document = Json.MAPPER.readTree(
                reports.run(report, "train", "mlp", "--json").out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/targets/0/passes/gradientByForward/value").asDouble())
                .isCloseTo(2, within(1e-9));
        assertThat(document.at("/targets/1/passes").isNull()).isTrue();
    }

    @Test
    void a_chain_that_fell_back_tells_what_failed_before() throws IOException {
        TargetTraining last = TrainReports.target(Backends.WASM, CarryLocation.CPU, "cpu", true)
                .after(
                        Chain.of(Backends.WEBNN, Backends.WASM),
                        List.of(new TargetTraining.Tried(
                                TrainReports.target(Backends.WEBNN),
                                new Ended(
                                        Verdict.UNSUPPORTED,
                                        Failure.of(
                                                ErrorCode.OPERATOR_UNSUPPORTED, "it has no Where", "take another")))));
        CliHarness.Result result = reports.run(TrainReports.report(last), "train", "mlp", "--chain", "webnn->wasm");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains("FELL_BACK", "fell back from webnn", "UNSUPPORTED, it has no Where; take another");
        JsonNode document = Json.MAPPER.readTree(
                reports.run(TrainReports.report(last), "train", "mlp", "--json").out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/targets/0/verdict").asText()).isEqualTo("FELL_BACK");
        assertThat(document.at("/targets/0/fellBackFrom/0/verdict").asText()).isEqualTo("UNSUPPORTED");
        assertThat(document.at("/targets/0/chain").asText()).isEqualTo("webnn→wasm");
    }

    @Test
    void the_document_has_every_loss_and_fits_its_schema() throws IOException {
        TargetTraining fell = new TargetTraining(
                TrainReports.target(Backends.WASM),
                CarryLocation.CPU,
                42,
                TargetTraining.Checks.NONE,
                TargetTraining.Learnt.NOTHING,
                TargetTraining.Costs.NONE,
                Optional.of(new Ended(Verdict.CRASHED, Failure.of(ErrorCode.RUNNER_CRASHED, "it died"))),
                List.of());
        CliHarness.Result result = reports.run(
                TrainReports.report(TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true), fell),
                "train",
                "mlp",
                "--json");

        assertThat(result.exit()).isEqualTo(1);
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/targets/0/losses")).hasSize(2);
        assertThat(document.at("/targets/0/times/samplesPerSecond").asDouble()).isEqualTo(4000);
        assertThat(document.at("/targets/1/failure").asText()).isEqualTo("it died");
    }

    @Test
    void a_target_accuracy_that_is_not_reached_ends_with_1() {
        TrainingReport report =
                TrainReports.report(TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));

        assertThat(reports.run(report, "train", "mlp", "--target-accuracy", "0.97")
                        .exit())
                .isEqualTo(1);
        assertThat(reports.run(report, "train", "mlp").exit()).isZero();
    }

    @Test
    void where_nothing_made_a_step_or_a_chain_came_to_its_end_it_does_not_end_with_0() {
        Ended absent = new Ended(Verdict.UNSUPPORTED, Failure.of(ErrorCode.BACKEND_UNAVAILABLE, "no such device"));
        TargetTraining exhausted = TargetTraining.notBegun(
                        TrainReports.target(Backends.ROCM), CarryLocation.CPU, 42, absent)
                .after(
                        Chain.of(Backends.CUDA, Backends.ROCM),
                        List.of(new TargetTraining.Tried(TrainReports.target(Backends.CUDA), absent)));
        TargetTraining right = TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true);

        CliHarness.Result nothing =
                reports.run(TrainReports.report(exhausted), "train", "mlp", "--chain", "cuda->rocm");
        assertThat(nothing.exit())
                .isEqualTo(ErrorCode.NOTHING_SELECTED_TO_RUN.exitCode().status());
        assertThat(nothing.err()).contains("no target made a step");
        CliHarness.Result beside = reports.run(TrainReports.report(right, exhausted), "train", "mlp");
        assertThat(beside.exit()).isEqualTo(1);
        assertThat(beside.err()).contains("the chain cuda→rocm came to nothing: its last backend made no step");
        TargetTraining single = TargetTraining.notBegun(
                        TrainReports.target(Backends.CUDA), CarryLocation.CPU, 42, absent)
                .after(Chain.of(Backends.CUDA), List.of());
        assertThat(reports.run(TrainReports.report(right, single), "train", "mlp", "--chain", "cuda")
                        .exit())
                .as("a chain of one backend, beside one that trained")
                .isEqualTo(1);
        assertThat(reports.run(
                                TrainReports.report(
                                        right,
                                        TargetTraining.notBegun(
                                                TrainReports.target(Backends.CUDA), CarryLocation.CPU, 42, absent)),
                                "train",
                                "mlp")
                        .exit())
                .as("a backend that is merely absent")
                .isZero();
        assertThat(reports.run(TrainReports.report(exhausted), "train", "mlp", "--target-accuracy", "0.97")
                        .exit())
                .isEqualTo(1);
    }
}
