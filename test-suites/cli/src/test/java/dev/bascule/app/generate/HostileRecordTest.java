package dev.bascule.app.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.bascule.cli.output.Shell;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.text.Addresses;
import dev.bascule.fallback.text.ShellText;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A history may come from anybody: what is generated of it must not do what they want. */
@Tag("attack")
class HostileRecordTest {
    private static final String SUITE = "bascule/one.yaml";

    private static TestSubject subject(String model, Map<String, String> setup) {
        SuiteModel known = new SuiteModel("zoo:bert-micro", model, SuiteModel.Feed.NONE);
        return new TestSubject(
                known, Chain.of(Backends.WASM), setup, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static List<String> scripts(String workflow) throws IOException {
        JsonNode root = new ObjectMapper(new YAMLFactory()).readTree(workflow);
        List<String> scripts = new ArrayList<>();
        root.path("jobs").path("measure").path("steps").forEach(step -> {
            if (step.has("run")) {
                scripts.add(step.path("run").asText());
            }
        });
        return scripts;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: b # c",
                "a\non: push",
                "a\r\njobs: {}",
                "${{ secrets.TOKEN }}",
                "$(touch /tmp/x)",
                "'; touch /tmp/x; '",
                "*/ class X {} /*",
                "\\u002a/ static {}",
                "a\u0085b\u2028c\u0000d"
            })
    void a_hostile_model_name_stays_a_name(String name) throws IOException {
        TestSubject hostile = subject(name, Map.of());
        String workflow = WorkflowText.of(hostile, SUITE, false);

        assertThat(scripts(workflow))
                .hasSize(4)
                .allSatisfy(script -> assertThat(script).doesNotContain("${{", "touch"));
        assertThat(workflow.lines().filter(line -> !line.startsWith("#")))
                .containsExactlyElementsOf(WorkflowText.of(
                                subject(name.replaceAll("[^a-z]", ""), Map.of()), SUITE, false)
                        .lines()
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> line.replace(
                                subject(name.replaceAll("[^a-z]", ""), Map.of()).name(), hostile.name()))
                        .toList());
        String comment = ClassText.of(hostile, "models", SUITE, Optional.empty())
                .lines()
                .filter(line -> line.startsWith("/**"))
                .findFirst()
                .orElseThrow();
        assertThat(comment).endsWith("*/").doesNotContain("\\");
        assertThat(comment.indexOf("*/")).isEqualTo(comment.length() - 2);
        assertThat(new ObjectMapper(new YAMLFactory())
                        .readTree(new YamlText()
                                .comment(name)
                                .entry(0, "name", name)
                                .text())
                        .path("name")
                        .asText())
                .isEqualTo(name);
    }

    private static JsonNode model(String line) throws IOException {
        Reproduced told = Reproduced.of(line);
        TestSubject subject = new TestSubject(
                told.model(),
                Chain.of(Backends.NATIVE_CPU),
                told.setup(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        JsonNode suite =
                new ObjectMapper(new YAMLFactory()).readTree(SuiteText.of(subject, new ProjectFiles(Path.of("."))));
        assertThat(suite.path("models")).hasSize(1);
        assertThat(suite.path("models").path(0).path("model").asText()).isEqualTo("zoo:bert-micro");
        return suite.path("models").path(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]}\n  - model: hf:evil/model\n    inputs:\n      a: {literal: [1]",
                "[1], b: {literal: 2]",
                "[\"\u2028- model: evil\"]",
                "[1 # ]",
                "[*a]",
                "[!!java.lang.Runtime 1]",
                "[[1, 2], [3, 4.50]]",
                "1, 2,3",
                "true"
            })
    void a_hostile_input_stays_the_value_of_an_input(String value) throws IOException {
        String line = "bascule run zoo:bert-micro --backends cpu --input %s --dim %s --frame %s --carry %s"
                .formatted(
                        ShellText.quoted("x=" + value),
                        ShellText.quoted("n=2\n  - model: evil"),
                        ShellText.quoted("x=" + value),
                        ShellText.quoted("h=" + value));
        JsonNode model = model(line);
        assertThat(model.path("inputs")).hasSize(1);
        assertThat(model.path("inputs").path("x")).hasSize(1);
        assertThat(model.has("dims")).as("it is no number").isFalse();
        assertThat(model.path("carry").path("h").asText()).isEqualTo(value);
    }

    @Test
    void values_that_are_none_of_these_tricks_are_kept() throws IOException {
        assertThat(model("bascule run zoo:bert-micro --input 'x=[[1, 2], [3, 4.5]]' --dim n=7")
                        .path("inputs")
                        .path("x")
                        .path("literal"))
                .hasToString("[[1,2],[3,4.5]]");
        JsonNode exponents = model("bascule run zoo:bert-micro --input 'x=[1e-7, 2.5E10, -3e4]'")
                .path("inputs")
                .path("x")
                .path("literal");
        assertThat(exponents).allMatch(JsonNode::isNumber);
        assertThat(exponents).extracting(JsonNode::asDouble).containsExactly(1e-7, 2.5e10, -3e4);
        assertThat(model("bascule run zoo:bert-micro --dim n=7")
                        .path("dims")
                        .path("n")
                        .asInt())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--renderer-cmd-prefix=sh",
                "--gpu-launcher=sh",
                "--load-extension=/tmp",
                "--proxy-server=evil.example",
                "--remote-debugging-port=9222",
                "--enable-features=${{secrets.TOKEN}}",
                "--enable-features=a;touch",
                "--use-angle=a\nb"
            })
    void a_flag_that_is_not_known_to_be_harmless_is_left_to_people(String flag) throws IOException {
        HarmlessSetup carried = HarmlessSetup.of(
                Map.of(HarmlessSetup.FLAGS, "--enable-features=Vulkan,WebNN " + flag + " --use-angle=vulkan"));

        assertThat(carried.setup())
                .containsEntry(HarmlessSetup.FLAGS, "--enable-features=Vulkan,WebNN --use-angle=vulkan");
        assertThat(carried.todo())
                .singleElement()
                .satisfies(
                        todo -> assertThat(todo).contains(flag.substring(0, 10)).doesNotContain("\n"));
        assertThat(scripts(WorkflowText.of(subject("m", carried.setup()), SUITE, false)))
                .filteredOn(script -> script.startsWith("bascule run"))
                .hasSize(3)
                .allSatisfy(script -> assertThat(script)
                        .contains("--browser-flag --enable-features=Vulkan,WebNN --browser-flag --use-angle=vulkan"));
    }

    @Test
    void a_setup_that_says_more_than_a_word_is_left_to_people() {
        HarmlessSetup carried = HarmlessSetup.of(Map.of(
                "--browsers",
                "chrome\nrm",
                "--gpu",
                "software",
                "--build",
                "${{ x }}",
                "--launcher",
                "/bin/sh",
                "--grid",
                "http://bob:secret@grid.example:4444/wd"));

        assertThat(carried.setup())
                .containsOnly(Map.entry("--gpu", "software"), Map.entry("--grid", "http://grid.example:4444/wd"));
        assertThat(carried.todo()).hasSize(3);
    }

    @Test
    void a_setup_that_an_annotation_has_no_word_for_is_left_to_people() {
        assertThat(ClassText.unsaid(subject("m", Map.of("--browsers", "firefox"))))
                .isEmpty();
        assertThat(ClassText.unsaid(subject("m", Map.of("--launcher", "selenium", "--webnn-device", "npu")))
                        .orElseThrow())
                .contains("bascule.launcher=selenium", "bascule.webnnDevice=npu");
    }

    @Test
    void a_program_of_one_machine_is_not_carried_to_another() {
        HarmlessSetup carried =
                HarmlessSetup.of(Reproduced.of("bascule run zoo:bert-micro --browser-binary chrome --backends wasm")
                        .setup());
        assertThat(carried.setup()).isEmpty();
        assertThat(carried.todo()).singleElement().asString().contains("--browser-binary chrome");
    }

    @Test
    void every_control_character_is_escaped_in_java_and_in_yaml() throws IOException {
        for (int c = 0; c < 0x100; c++) {
            String text = "a" + (char) c + "7";
            String literal = JavaText.literal(text);
            assertThat(literal.codePoints().noneMatch(Character::isISOControl))
                    .as(literal)
                    .isTrue();
            assertThat(literal.substring(1, literal.length() - 1).translateEscapes())
                    .isEqualTo(text);
            assertThat(new ObjectMapper(new YAMLFactory())
                            .readTree("k: " + YamlText.scalar(text))
                            .path("k")
                            .asText())
                    .isEqualTo(text);
        }
    }

    @Test
    void no_password_of_an_address_is_written_down() {
        assertThat(Shell.line(
                        List.of("run", "--grid", "http://bob:se@cret@grid:4444/wd", "--grid=https://x:y@g", "a@b")))
                .endsWith("run --grid http://grid:4444/wd --grid=https://g a@b");
        assertThat(Addresses.withoutUserInfo("http://grid/a@b")).isEqualTo("http://grid/a@b");
    }

    @Test
    void threads_are_taken_over() {
        assertThat(Reproduced.of("bascule run zoo:bert-micro --threads 3 --backends cpu")
                        .threads())
                .contains(3);
        assertThat(Reproduced.of("bascule run zoo:bert-micro --backends cpu").threads())
                .isEmpty();
        assertThat(Reproduced.of("bascule run zoo:bert-micro --threads 9${{x").threads())
                .isEmpty();
    }
}
