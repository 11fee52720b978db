package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.fixture.Trainings;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTrainingsTest {
    private static final String FIRST = "20261101-0000-000a";
    private static final String SECOND = "20261102-0000-000b";
    private static final String WRONG = "20261103-0000-000c";

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    @BeforeEach
    void keep() throws IOException {
        services.inMemory.keepTrainings(List.of(Trainings.right(FIRST, 1, "wasm"), Trainings.right(FIRST, 2, "webnn")));
        services.inMemory.keepTrainings(List.of(Trainings.right(SECOND, 1, "wasm")));
        services.inMemory.keepTrainings(List.of(Trainings.wrong(WRONG, 1, "wasm")));
        Files.writeString(folder.resolve("store"), "");
    }

    private CliHarness.Result compare(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "compare";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--store";
        all[words.length + 2] = "store";
        return new CliHarness(folder, services).run(all);
    }

    @Test
    void two_trainings_are_compared_by_their_ids_or_how_they_begin() throws IOException {
        CliHarness.Result text = compare(FIRST, "20261102", "--target-accuracy", "0.9");
        assertThat(text.exit()).as(text.err()).isZero();
        assertThat(text.out())
                .contains(
                        "A  " + FIRST,
                        "B  " + SECOND,
                        "bitwise over 40 steps",
                        "parameters, on digits by adam, batch 32")
                .containsIgnoringWhitespaces("only A has webnn in Chrome Headless Shell, seed 42")
                .containsIgnoringWhitespaces("too few seeds to tell, six are the fewest")
                .containsIgnoringWhitespaces("no McNemar")
                .doesNotContain("! ");

        JsonNode document =
                Json.MAPPER.readTree(compare(FIRST, SECOND, "--json").out());
        assertThat(document.at("/places/0/pairs/0/losses/class").asText()).isEqualTo("bitwise");
        assertThat(document.at("/targetAccuracy").isNull()).isTrue();
    }

    @Test
    void one_that_went_on_from_a_checkpoint_is_told_beside_one_that_began_anew() {
        services.inMemory.keepTrainings(List.of(Trainings.resumed("20261104-0000-000d", 1, "wasm")));
        assertThat(compare(SECOND, "20261104").out())
                .containsIgnoringWhitespaces(
                        "A and B differ in checkpoint gone on from: (none) → step 20 of ck.safetensors (state"
                                + " abababababab…)")
                .contains("93.9 % after 40");
        assertThat(compare(FIRST, SECOND).out()).doesNotContain("gone on from");
    }

    @Test
    void replicas_and_a_plain_training_say_what_can_be_compared() {
        services.inMemory.keepTrainings(List.of(Trainings.together("20261104-0000-000d", 1)));
        CliHarness.Result text = compare(SECOND, "20261104");
        assertThat(text.exit()).as(text.err()).isZero();
        assertThat(text.out())
                .containsIgnoringWhitespaces("and 3 replicas: 2 × wasm in Chrome Headless Shell; cpu, onnxruntime")
                .containsIgnoringWhitespaces("losses can be compared, and accuracy at a common last step");
    }

    @Test
    void the_history_lists_them_by_the_ids_that_are_compared() throws IOException {
        CliHarness harness = new CliHarness(folder, services);
        String listed = harness.run("history", "--store", "store").out();
        assertThat(listed)
                .containsSubsequence("TRAINING", WRONG, "1 WRONG", SECOND, FIRST, "wasm, webnn", "93.9 %", "2 PASS");
        assertThat(harness.run("history", "--store", "store", "--limit", "1").out())
                .contains(WRONG)
                .doesNotContain(FIRST);
        assertThat(harness.run("history", "--store", "store", "--suite", "nightly")
                        .out())
                .as("they are of no suite")
                .doesNotContain("TRAINING");
        JsonNode document = Json.MAPPER.readTree(
                harness.run("history", "--store", "store", "--json").out());
        DocumentSchema.HISTORY.validate(document);
        assertThat(document.at("/trainings/2/id").asText()).isEqualTo(FIRST);
        assertThat(document.at("/trainings/0/mostAccuracy").isNull()).isTrue();
    }

    @Test
    void the_history_says_which_trainings_and_quantisations_were_imported() throws IOException {
        String imported = "20261105-0000-000e";
        services.inMemory.keepTrainings(
                List.of(Trainings.right(imported, 1, "wasm").asImported()));
        services.inMemory.keepQuantization(Quantizations.of("20261106-0000-000f"));
        services.inMemory.keepQuantization(
                Quantizations.of("20261107-0000-0010").asImported());
        CliHarness harness = new CliHarness(folder, services);
        assertThat(harness.run("history", "--store", "store").out().lines())
                .filteredOn(line -> line.contains("imported"))
                .satisfiesExactly(
                        line -> assertThat(line).contains(imported, "1 PASS, imported"),
                        line -> assertThat(line).contains("20261107-0000-0010", "5, imported"));
        JsonNode document = Json.MAPPER.readTree(
                harness.run("history", "--store", "store", "--json").out());
        DocumentSchema.HISTORY.validate(document);
        assertThat(document.path("trainings").findValuesAsText("imported"))
                .containsExactly("true", "false", "false", "false");
        assertThat(document.path("quantizations").findValuesAsText("imported")).containsExactly("true", "false");
    }

    @Test
    void what_is_no_longer_right_fails_the_gate_and_has_no_speed() throws IOException {
        CliHarness.Result gate = compare(
                "latest-training~1", "latest-training", "--fail-on", "regressions", "--reporter", "json=c.json");
        assertThat(gate.exit()).as(gate.err()).isEqualTo(1);
        assertThat(gate.out())
                .contains("PASS → WRONG")
                .containsIgnoringWhitespaces("no longer right: the gradient of dense1.weight lies up to 40 σ")
                .containsIgnoringWhitespaces("speed not compared: not right on both sides");
        assertThat(Json.MAPPER
                        .readTree(Files.readString(folder.resolve("c.json")))
                        .path("regressions"))
                .hasSize(1);
        assertThat(compare("latest-training~1", "--json").exit())
                .as("shown, and no gate")
                .isZero();
        assertThat(compare(WRONG, SECOND, "--fail-on", "regressions").exit())
                .as("better than before")
                .isZero();
        services.inMemory.keepTrainings(List.of(Trainings.wrong("20261104-0000-000d", 1, "wasm")));
        CliHarness.Result blind = compare(WRONG, "20261104", "--fail-on", "regressions");
        assertThat(blind.exit()).as("nothing to see by").isGreaterThan(1);
        assertThat(blind.err()).contains("no training of the candidate is right");
        assertThat(compare(WRONG, "20261104").exit()).as("no gate").isZero();
    }

    @Test
    void what_cannot_be_compared_is_refused_with_what_differs() {
        TrainingRun other = Trainings.right("20261104-0000-000d", 1, "wasm");
        TrainingTask task = other.task();
        services.inMemory.keepTrainings(List.of(new TrainingRun(
                other.key(),
                other.at(),
                other.product(),
                other.place(),
                new TrainingTask(
                        task.network(),
                        task.parameters(),
                        task.data(),
                        task.optimizer(),
                        64,
                        task.plannedSteps(),
                        false,
                        42,
                        task.modelSha256()),
                other.found(),
                other.steps(),
                other.evaluations(),
                other.layers(),
                false)));
        assertThat(compare(FIRST, "20261104").err()).contains("are not comparable: batch: 32 → 64");
        services.inMemory.keepTrainings(List.of(Trainings.right("20261105-0000-000e", 1, "cpu")));
        assertThat(compare(FIRST, "20261105").err()).contains("no target and seed in common");
        assertThat(compare(FIRST, FIRST).err()).contains("are the same training");
        assertThat(compare("latest-training", "latest").err()).contains("is a training, and 'latest' is none");
        assertThat(compare("latest-training~9", "latest-training").err()).contains("the history has 5 trainings");
        assertThat(compare("2026110", SECOND).err()).contains("several trainings begin with '2026110'");
        assertThat(compare(FIRST, SECOND, "--metric", "end-to-end").err()).contains("--metric is of inferences");
        assertThat(compare(FIRST, SECOND, "--reporter", "html=c.html").err()).contains("cannot be written as html");
        assertThat(compare(FIRST, SECOND, "--target-accuracy", "95").err()).contains("a share above 0");
        assertThat(compare("browser", "native", "--target-accuracy", "0.9").err())
                .contains("--target-accuracy is of trainings");
    }
}
