package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A small network through the command line, trained in a real browser and gone on with natively. */
@Tag("browser")
@Tag("native")
@Tag("full")
class RealTrainTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private CliHarness bascule;

    /** One for the whole test: each run of it has an id of its own. */
    @BeforeEach
    void stand_by() {
        bascule = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM));
    }

    private JsonNode run(int steps, String... arguments) throws IOException {
        List<String> line =
                new ArrayList<>(List.of("train", "mlp", "--data", "strokes", "--batch", "16", "--exact-steps", "4"));
        line.addAll(List.of("--steps", String.valueOf(steps)));
        line.addAll(List.of(arguments));
        line.add("--json");
        CliHarness.Result result = bascule.run(line.toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.TRAIN.validate(document);
        JsonNode target = document.path("targets").get(0);
        assertThat(target.path("verdict").asText()).as(target.toString()).isEqualTo("PASS");
        assertThat(target.path("losses")).hasSize(steps);
        assertThat(target.at("/gradients/compared").asLong()).isPositive();
        assertThat(target.at("/trajectory/judged").asLong()).isEqualTo(4);
        return target;
    }

    @Test
    void what_a_browser_trained_goes_on_natively() throws IOException {
        String checkpoint = folder.resolve("mlp.safetensors").toString();
        JsonNode first = run(12, "--backends", "wasm", "--cosine-decay-steps", "24", "--checkpoint", checkpoint);
        JsonNode second = run(12, "--backends", "cpu", "--cosine-decay-steps", "24", "--resume", checkpoint);
        CliHarness.Result third = bascule.run(
                "train",
                "mlp",
                "--data",
                "strokes",
                "--batch",
                "16",
                "--steps",
                "13",
                "--cosine-decay-steps",
                "24",
                "--backends",
                "cpu",
                "--resume",
                checkpoint);

        assertThat(first.at("/evaluations/0/step").asLong()).isEqualTo(12);
        assertThat(second.at("/evaluations/0/step").asLong()).isEqualTo(24);
        assertThat(second.at("/resumed/class").asText()).isEqualTo("bitwise");
        assertThat(third.exit()).isEqualTo(2);
        assertThat(third.err()).contains("at step 25, the run's last, the learning rate has come to 0");
    }

    /** The state goes through a file and into another run. */
    @ParameterizedTest
    @ValueSource(strings = {"cpu", "wasm"})
    void twelve_steps_and_twelve_from_their_checkpoint_are_twenty_four_bit_for_bit(String backend) throws IOException {
        String checkpoint = folder.resolve("half.safetensors").toString();
        JsonNode whole = run(24, "--backends", backend, "--cosine-decay-steps", "24");
        JsonNode first = run(12, "--backends", backend, "--cosine-decay-steps", "24", "--checkpoint", checkpoint);
        JsonNode second = run(12, "--backends", backend, "--cosine-decay-steps", "24", "--resume", checkpoint);

        assertThat(second.path("startStep").asLong()).isEqualTo(12);
        List<String> halves = new ArrayList<>(losses(first));
        halves.addAll(losses(second));
        assertThat(halves).isEqualTo(losses(whole)).doesNotHaveDuplicates();
    }

    /** Each as the digits by which a float is known. */
    private static List<String> losses(JsonNode target) {
        List<String> all = new ArrayList<>();
        target.path("losses").forEach(loss -> all.add(loss.asText()));
        return all;
    }

    @Test
    void what_was_trained_is_a_model_that_train_and_others_take() throws IOException {
        String file = folder.resolve("mlp.onnx").toString();
        List<String> line = List.of(
                "train", "mlp", "--data", "strokes", "--steps", "40", "--exact-steps", "2", "--backends", "cpu");
        CliHarness.Result first = bascule.run(with(line, "--emit", file));
        CliHarness.Result again = bascule.run(with(line, "--emit", file));

        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(first.out()).contains("wrote " + file, "of 600 held-out samples right");
        assertThat(again.err()).contains("OUTPUT_UNWRITABLE");
        ModelProto model = ModelProto.parseFrom(Files.readAllBytes(Path.of(file)));
        assertThat(model.getGraph().getInputList())
                .singleElement()
                .satisfies(input -> assertThat(input.getName()).isEqualTo("samples"));
        assertThat(model.getMetadataPropsList())
                .anyMatch(each -> each.getKey().equals("bascule.training.state.sha256"));

        CliHarness.Result run = bascule.run("run", file, "--backends", "cpu");
        assertThat(run.exit()).as(run.err()).isZero();
    }

    private static String[] with(List<String> line, String... more) {
        return Stream.concat(line.stream(), Stream.of(more)).toArray(String[]::new);
    }
}
