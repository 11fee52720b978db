package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListCommandTest {
    @TempDir
    Path folder;

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, new FakeServices()).run(arguments);
    }

    @Test
    void backends_are_listed_with_their_side() {
        assertThat(run("list", "backends").out())
                .containsPattern("webgpu +browser +gpu")
                .containsPattern("cpu +native +cpu");
    }

    @Test
    void models_have_their_true_size() throws Exception {
        JsonNode models = Json.MAPPER.readTree(run("models", "--json").out());

        assertThat(models).anySatisfy(model -> {
            assertThat(model.get("id").asText()).isEqualTo("bert-base");
            assertThat(model.get("parameters").asLong()).isBetween(100_000_000L, 120_000_000L);
        });
    }

    @Test
    void browsers_that_are_not_installed_are_listed_without_a_path() throws Exception {
        JsonNode browsers =
                Json.MAPPER.readTree(run("list", "browsers", "--json").out());

        assertThat(browsers.get(0).get("version").asText()).isEqualTo("153.0.1.2");
        assertThat(browsers.get(1).get("path").isNull()).isTrue();
    }

    @Test
    void cases_follow_the_options_that_select_them() {
        CliHarness.Result result = run("list", "cases", "quickstart", "--filter", "bert*", "--backends", "wasm");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .containsPattern("quickstart:text:bert-micro;batch=1 +wasm")
                .doesNotContain("whisper");
    }

    @Test
    void without_a_word_everything_but_cases_is_listed() {
        assertThat(run("list").out()).contains("bert-micro", "webgpu", "firefox", "quickstart");
    }

    @Test
    void an_unknown_thing_is_a_usage_error() {
        assertThat(run("list", "planets").exit()).isEqualTo(2);
    }
}
