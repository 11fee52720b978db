package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.training.PeerTraining;
import dev.bascule.studies.training.TrainingReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainPeerTest {
    @TempDir
    private Path folder;

    private TrainReports reports;

    @BeforeEach
    void start() {
        reports = new TrainReports(folder);
    }

    @Test
    void a_peer_stands_beside_the_targets_with_no_verdict_and_its_own_times() throws IOException {
        TrainingReport report = TrainReports.report(
                List.of(TrainReports.peer(1.2500001f)),
                TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));

        CliHarness.Result result = reports.run(report, "train", "mlp", "--peer", "pytorch");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(reports.asked.get(0).peers()).containsExactly("pytorch");
        assertThat(result.out())
                .containsSubsequence("1.25", "80.0 %", "1.50 σ", "2 of 2", "bounded", "4.00 ms", "5.00 ms", "6.00 ms")
                .contains("pytorch: PyTorch 2.7.1 through DJL: gradients and updates of its own")
                .containsPattern("losses beside \\[1\\]'s: bounded \\(.*\\) from step 2");
        JsonNode document = Json.MAPPER.readTree(
                reports.run(report, "train", "mlp", "--json").out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/peers/0/times/backward/medianMs").asDouble()).isEqualTo(5);
    }

    @Test
    void a_peer_that_makes_other_steps_has_no_times() throws IOException {
        CliHarness.Result result =
                reports.run(TrainReports.report(List.of(TrainReports.peer(1.5f))), "train", "mlp", "--json");

        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.TRAIN.validate(document);
        assertThat(document.at("/peers/0/times").isNull()).isTrue();
        assertThat(document.at("/peers/0/withheld").asText()).contains("its first losses lie up to 0.200 off");
    }

    @Test
    void a_peer_that_is_not_here_is_told_with_what_to_do_and_fails_nothing() throws IOException {
        PeerTraining absent = new PeerTraining(
                "pytorch",
                42,
                Optional.empty(),
                OptionalInt.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                PeerTraining.Times.NONE,
                Optional.of(Failure.of(ErrorCode.PART_UNAVAILABLE, "it is not installed", "bascule install pytorch")),
                List.of());
        TrainingReport report = TrainReports.report(
                List.of(absent), TrainReports.target(Backends.NATIVE_CPU, CarryLocation.CPU, "cpu", true));

        CliHarness.Result result = reports.run(report, "train", "mlp", "--peer", "pytorch");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains("pytorch: unavailable, because it is not installed", "do this: bascule install pytorch");
        DocumentSchema.TRAIN.validate(Json.MAPPER.readTree(
                reports.run(report, "train", "mlp", "--json").out()));
    }

    @Test
    void a_peer_that_nobody_knows_and_one_that_would_go_on_are_refused() {
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--peer", "pytorhc")
                        .err())
                .contains("there is no peer called 'pytorhc'", "pytorch");
        assertThat(reports.run(TrainReports.report(), "train", "mlp", "--peer", "pytorch", "--resume", "a.safetensors")
                        .err())
                .contains("a peer begins anew");
        assertThat(reports.asked).isEmpty();
    }
}
