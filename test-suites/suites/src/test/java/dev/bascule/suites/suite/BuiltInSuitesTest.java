package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.models.pretrained.PretrainedModel;
import dev.bascule.models.pretrained.PretrainedModels;
import dev.bascule.models.zoo.Zoo;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuiltInSuitesTest {
    @Test
    void the_quickstart_has_one_model_of_each_kind() {
        Suite suite = BuiltInSuites.find(BuiltInSuites.QUICKSTART).orElseThrow();

        assertThat(suite.models())
                .extracting(SuiteModel::name)
                .containsExactly("whisper-micro", "vit-micro", "bert-micro");
        assertThat(suite.aim().targets())
                .contains(List.of(Backends.WEBGPU, Backends.WEBNN, Backends.WASM, Backends.NATIVE_CPU));
        assertThat(suite.aim().chains()).as("the usual ones of the machine").isEmpty();
    }

    @Test
    void the_audio_suite_spans_its_tasks_and_plays_one_model_in_real_time() {
        Suite suite = BuiltInSuites.find("audio").orElseThrow();

        assertThat(suite.models().stream()
                        .map(model -> Zoo.model(model.name()).orElseThrow().task()))
                .containsExactly(
                        "keyword-spotting",
                        "audio-classification",
                        "audio-encoding",
                        "speech-synthesis",
                        "voice-activity-detection");
        assertThat(suite.models().get(0).scenarios())
                .contains(List.of(ScenarioEntry.of(ScenarioKind.DECODE), ScenarioEntry.of(ScenarioKind.MEDIA)));
        assertThat(suite.models().get(4).scenarios()).contains(List.of(ScenarioEntry.of(ScenarioKind.STREAM)));
    }

    @Test
    void the_suite_of_real_weights_asks_each_model_what_is_known() {
        Suite suite = BuiltInSuites.find("real").orElseThrow();

        assertThat(suite.models()).extracting(SuiteModel::reference).allSatisfy(reference -> {
            PretrainedModel model = PretrainedModels.find(reference.substring(PretrainedModels.PREFIX.length()))
                    .orElseThrow();
            boolean first = !PretrainedModels.followers(model.id()).isEmpty();
            assertThat(first || model.use().answer().isPresent())
                    .as("says something itself, or those behind it do")
                    .isTrue();
            assertThat(model.use().data()).isPresent();
        });
    }

    @Test
    void every_built_in_suite_can_be_found() {
        assertThat(BuiltInSuites.names())
                .allSatisfy(name -> assertThat(BuiltInSuites.find(name))
                        .hasValueSatisfying(suite -> assertThat(suite.name()).isEqualTo(name)));
    }
}
