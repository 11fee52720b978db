package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.models.zoo.Zoo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models chosen by family and task, on the command line. */
class KindSelectionTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, services).run(arguments);
    }

    private List<String> ran() {
        return services.runs.asked.orElseThrow().cases().stream()
                .map(one -> one.model().name())
                .distinct()
                .toList();
    }

    @Test
    void a_family_selects_from_a_suite() {
        assertThat(run("run", "--family", "vision", "--backends", "cpu").exit()).isZero();
        assertThat(ran()).containsExactly("vit-micro");
    }

    @Test
    void family_and_task_select_from_the_whole_zoo() {
        assertThat(run("run", "zoo", "--family", "vision,audio", "--task", "image-classification", "--backends", "cpu")
                        .exit())
                .isZero();
        assertThat(ran())
                .isNotEmpty()
                .containsExactlyElementsOf(Zoo.models().stream()
                        .filter(model -> model.task().equals("image-classification"))
                        .map(model -> model.id())
                        .toList());
    }

    @Test
    void a_file_has_the_family_that_its_inputs_tell_and_no_known_task() throws Exception {
        Path model = Files.write(folder.resolve("add.onnx"), TinyOnnx.add());

        assertThat(run("run", model.toString(), "bert-micro", "--family", "other", "--task", "unknown")
                        .exit())
                .isZero();
        assertThat(ran()).containsExactly("add");
    }

    @Test
    void an_unknown_family_or_task_names_the_nearest() {
        CliHarness.Result family = run("run", "--family", "visoin");
        assertThat(family.exit()).isEqualTo(2);
        assertThat(family.err()).contains("there is no family 'visoin'; did you mean 'vision'?");

        CliHarness.Result task = run("run", "--task", "image-clasification");
        assertThat(task.exit()).isEqualTo(2);
        assertThat(task.err()).contains("there is no task 'image-clasification'; did you mean 'image-classification'?");
        assertThat(services.runs.asked).isEmpty();
    }

    @Test
    void nothing_selected_ends_with_4_and_the_families_there_are() {
        CliHarness.Result result = run("run", "quickstart", "--family", "multimodal");

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.err())
                .contains("--family multimodal selects none of the 3 models; there are audio (", "vision (");
        assertThat(result.out()).isEmpty();
        assertThat(services.runs.asked).isEmpty();
    }

    @Test
    void models_and_list_show_the_values_and_select_by_them() throws Exception {
        JsonNode models = Json.MAPPER.readTree(
                run("models", "--family", "vision", "--json").out());
        assertThat(models).isNotEmpty().allSatisfy(model -> {
            assertThat(model.path("family").asText()).isEqualTo("vision");
            assertThat(model.path("task").asText()).isNotBlank();
        });
        assertThat(models.size()).isLessThan(Zoo.models().size());
        assertThat(run("models").out()).contains("FAMILY", "TASK", "image-classification");
        assertThat(run("list", "cases", "zoo", "--family", "audio", "--backends", "cpu")
                        .out())
                .contains("zoo:audio:whisper-micro;batch=1")
                .doesNotContain("vit-micro");
        assertThat(run("models", "--family", "vision", "--task", "keyword-spotting")
                        .exit())
                .isEqualTo(4);
    }
}
