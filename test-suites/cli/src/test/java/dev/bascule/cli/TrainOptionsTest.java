package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.training.ModelProof;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainedEmission;
import dev.bascule.studies.training.TrainingReport;
import dev.bascule.studies.training.TrainingRequest;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.step.Precision;
import dev.bascule.training.step.StepForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainOptionsTest {
    @TempDir
    private Path folder;

    private TrainReports reports;

    @BeforeEach
    void start() {
        reports = new TrainReports(folder);
    }

    @Test
    void what_is_asked_for_is_passed_on() {
        reports.run(
                TrainReports.report(),
                "train",
                "mlp",
                "--data",
                "mnist",
                "--optimizer",
                "sgd",
                "--learning-rate",
                "0.1",
                "--batch",
                "64",
                "--epochs",
                "3",
                "--seeds",
                "2",
                "--feed",
                "resident",
                "--backends",
                "webgpu,cpu",
                "--state",
                "gpu-buffer,cpu",
                "--target-accuracy",
                "0.9",
                "--limit",
                "90s");

        TrainingRequest request = reports.asked.get(0);
        assertThat(request.network()).isEqualTo("mlp");
        assertThat(request.data()).isEqualTo("mnist");
        assertThat(request.optimizer()).isEqualTo("sgd");
        assertThat(request.learningRate()).contains(new LearningRate.Constant(0.1));
        assertThat(request.batch()).isEqualTo(64);
        assertThat(request.epochs()).hasValue(3);
        assertThat(request.resident()).isTrue();
        assertThat(request.seeds()).containsExactly(42L, 43L);
        assertThat(request.locations()).containsExactly(CarryLocation.GPU_BUFFER, CarryLocation.CPU);
        assertThat(request.targets())
                .extracting(chosen -> chosen.backend().id())
                .containsExactly("webgpu", "cpu");
        assertThat(request.limits().target()).hasValue(0.9);
        assertThat(request.limits().training()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void a_learning_rate_that_decays_begins_at_the_usual_one_or_at_what_is_said() {
        reports.run(TrainReports.report(), "train", "mlp", "--cosine-decay-steps", "200");
        reports.run(TrainReports.report(), "train", "mlp", "--learning-rate", "0.01", "--cosine-decay-steps", "300");

        assertThat(reports.asked)
                .extracting(TrainingRequest::learningRate)
                .containsExactly(
                        Optional.of(LearningRate.annealed(0.001, 200)), Optional.of(LearningRate.annealed(0.01, 300)));
    }

    @Test
    void a_mistake_is_answered_by_what_is_wrong_and_by_the_help_of_its_own_command() throws IOException {
        Files.writeString(folder.resolve("text.txt"), "no model");
        assertThat(reports.run(TrainReports.report(), "train", "text.txt").err())
                .contains("'text.txt' is no model that can be trained: its name does not end in .onnx")
                .contains("name a model's file, MODEL.onnx, or a network: mlp, lenet,");
        assertThat(reports.run(TrainReports.report(), "train", "mpl").err()).contains("'mpl'; did you mean 'mlp'?");
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--optimizer", "adamm")
                        .err())
                .contains("no optimizer is called 'adamm'; did you mean 'adam'?", "remedy: bascule train --help");
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--batch", "0")
                        .err())
                .contains("remedy: bascule train --help");
        assertThat(reports.run(TrainReports.report(), "distributed", "replicas", "mlp", "--replicas", "wasm,wsm")
                        .err())
                .contains("there is no backend called 'wsm'; did you mean 'wasm'?");
        assertThat(reports.run(TrainReports.report(), "distributed", "data", "--ranks", "0")
                        .err())
                .contains("remedy: bascule distributed data --help");
        assertThat(reports.asked).isEmpty();
    }

    @Test
    void what_cannot_be_asked_is_refused_before_anything_is_started() {
        assertThat(reports.run(TrainReports.report(), "train", "mpl").err()).contains("there is no network 'mpl'");
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--backends", "wasm", "--state", "gpu-buffer")
                        .err())
                .contains("gpu-buffer is WebGPU's: none of wasm has it", "out of --state");
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--steps", "5", "--epochs", "1")
                        .err())
                .contains("two lengths of a run");
        for (String[] bad : new String[][] {
            {"--batch", "0"},
            {"--steps", "0"},
            {"--seeds", "0"},
            {"--exact-steps", "0"},
            {"--evaluate-every", "0"},
            {"--learning-rate", "-1"},
            {"--cosine-decay-steps", "0"},
            {"--target-accuracy", "1.5"},
            {"--feed", "disk"},
            {"--limit", "soon"},
            {"--clip", "0"},
            {"--accumulate", "0"},
            {"--accumulate", "3"},
            {"--dropout", "1"},
            {"--dropout", "0"},
            {"--seeds", "1001"},
            {"--seed", String.valueOf(Long.MAX_VALUE)}
        }) {
            assertThat(reports.run(TrainReports.report(), "train", "mlp", bad[0], bad[1])
                            .exit())
                    .as(String.join(" ", bad))
                    .isEqualTo(2);
        }
        assertThat(reports.asked).isEmpty();
    }

    @Test
    void where_nothing_can_be_written_it_is_said_before_anything_is_trained() throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "a file");
        for (String option : List.of("--tensorboard", "--checkpoint", "--emit")) {
            CliHarness.Result result = reports.run(
                    TrainReports.report(), "train", "mlp", "--backends", "cpu", option, file + "/below/run.onnx");
            assertThat(result.err()).contains("OUTPUT_UNWRITABLE", "name another place by " + option);
        }
        assertThat(reports.asked).isEmpty();
    }

    @Test
    void a_model_is_written_over_nothing_and_has_the_name_of_one() throws IOException {
        Path there = Files.writeString(folder.resolve("mlp.onnx"), "a file");

        CliHarness.Result taken = reports.run(TrainReports.report(), "train", "mlp", "--emit", there.toString());
        CliHarness.Result named = reports.run(TrainReports.report(), "train", "mlp", "--emit", "mlp.bin");

        assertThat(taken.err()).contains("OUTPUT_UNWRITABLE", "it is left as it is", "name another file by --emit");
        assertThat(named.err()).contains("--emit writes an .onnx file");
        assertThat(reports.asked).isEmpty();
        assertThat(there).hasContent("a file");
    }

    @Test
    void what_became_of_the_model_is_told_and_one_that_was_not_written_ends_with_1() throws IOException {
        TrainingReport written = emitting(new TrainedEmission.Written(
                Path.of("mlp.onnx"), 0, 42, 2, "ab".repeat(32), "cd".repeat(32), new ModelProof.Proven(90, 100, 3e-6)));
        TrainingReport withheld = emitting(new TrainedEmission.Withheld("train longer"));

        CliHarness.Result fine = reports.run(written, "train", "mlp", "--emit", folder + "/a.onnx");
        CliHarness.Result none = reports.run(withheld, "train", "mlp", "--emit", folder + "/b.onnx");
        CliHarness.Result json = reports.run(written, "train", "mlp", "--emit", folder + "/c.onnx", "--json");

        assertThat(reports.asked.get(0).files().emit()).contains(folder.resolve("a.onnx"));
        assertThat(fine.exit()).isZero();
        assertThat(fine.out())
                .contains(
                        "wrote mlp.onnx (SHA-256 abababababab): [1]'s state of seed 42 after step 2",
                        "90 of 100 held-out samples right",
                        "within 3.0e-6");
        assertThat(none.exit()).isEqualTo(1);
        assertThat(none.out()).contains("no model was written: train longer");
        JsonNode document = Json.MAPPER.readTree(json.out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/emitted/stateSha256").asText()).isEqualTo("cd".repeat(32));
    }

    private static TrainingReport emitting(TrainedEmission emission) {
        TrainingReport whole =
                TrainReports.report(TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));
        return new TrainingReport(
                whole.network(),
                whole.parameters(),
                whole.operators(),
                whole.trained(),
                whole.targets(),
                whole.peers(),
                whole.absent(),
                false,
                Optional.empty(),
                Optional.of(emission));
    }

    @Test
    void a_checkpoint_that_could_not_be_kept_is_told_after_the_report() {
        TrainingReport whole =
                TrainReports.report(TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));
        CliHarness.Result result = reports.run(
                new TrainingReport(
                        whole.network(),
                        whole.parameters(),
                        whole.operators(),
                        whole.trained(),
                        whole.targets(),
                        whole.peers(),
                        whole.absent(),
                        false,
                        Optional.of(Failure.of(ErrorCode.OUTPUT_UNWRITABLE, "the disk is full"))),
                "train",
                "mlp");

        assertThat(result.out()).contains("PASS");
        assertThat(result.err()).contains("the disk is full");
        assertThat(result.exit())
                .isEqualTo(ErrorCode.OUTPUT_UNWRITABLE.exitCode().status());
    }

    @Test
    void how_a_step_is_made_and_down_which_chains_is_passed_on() {
        reports.run(
                TrainReports.report(),
                "train",
                "mlp",
                "--accumulate",
                "4",
                "--mixed-precision",
                "--dropout",
                "0.2",
                "--chain",
                "webgpu->wasm",
                "--chain",
                "openvino->cpu");
        reports.run(TrainReports.report(), "train", "mlp", "--chain", "webnn->wasm", "--backends", "cpu");
        reports.run(TrainReports.report(), "train", "mlp");

        TrainingRequest request = reports.asked.get(0);
        assertThat(request.form()).isEqualTo(new StepForm(4, Precision.MIXED, OptionalDouble.of(0.2)));
        assertThat(request.targets()).isEmpty();
        assertThat(request.chains().all()).extracting(Chain::toString).containsExactly("webgpu→wasm", "openvino→cpu");
        assertThat(request.chains().policy()).isEqualTo(FallbackPolicy.DEFAULT);
        assertThat(reports.asked.get(1).targets()).hasSize(1);
        assertThat(reports.asked.get(2).form()).isEqualTo(StepForm.PLAIN);
        assertThat(reports.asked.get(2).chains().all()).isEmpty();
    }

    @Test
    void a_peer_beside_16_bits_and_a_checkpoint_of_a_chain_and_a_backend_are_refused() {
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--peer", "pytorch", "--mixed-precision")
                        .err())
                .contains("a peer computes in 32 bits");
        assertThat(reports.run(
                                TrainReports.report(),
                                "train",
                                "mlp",
                                "--chain",
                                "webnn->wasm",
                                "--backends",
                                "cpu",
                                "--checkpoint",
                                "a.safetensors")
                        .err())
                .contains("--checkpoint keeps the state of one target");
        assertThat(reports.asked).isEmpty();
    }

    @Test
    void curves_of_a_chain_that_ends_where_a_backend_trained_by_itself_have_a_folder_of_their_own() {
        TargetTraining one = TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true);
        reports.run(TrainReports.report(one, one, one), "train", "mlp", "--tensorboard", folder + "/curves");

        assertThat(folder.resolve("curves").toFile().list()).hasSize(3);
    }

    @Test
    void a_place_that_no_backend_of_a_chain_has_and_several_for_one_of_them_are_refused() {
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--chain", "cuda->cpu", "--state", "ml-tensor")
                        .err())
                .contains("ml-tensor is WebNN's: none of cuda, cpu has it");
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--chain", "webnn->wasm", "--state", "ml-tensor")
                        .err())
                .contains("wasm has none of ml-tensor");
        assertThat(reports.run(
                                TrainReports.report(),
                                "train",
                                "mlp",
                                "--chain",
                                "webnn->wasm",
                                "--state",
                                "ml-tensor,cpu")
                        .err())
                .contains("a chain's backend trains once");
        assertThat(reports.asked).isEmpty();
        reports.run(
                TrainReports.report(), "train", "mlp", "--chain", "webgpu->webnn", "--state", "gpu-buffer,ml-tensor");
        assertThat(reports.asked).hasSize(1);
    }
}
