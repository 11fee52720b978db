package dev.bascule.models.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.hub.HubReference;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.zoo.Zoo;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelSourceTest {

    @TempDir
    private Path folder;

    @Test
    void a_zoo_model_is_named_with_or_without_its_scheme() {
        ModelSource bert = new ModelSource.FromZoo(Zoo.model("bert-micro").orElseThrow());
        assertThat(ModelSource.parse("zoo:bert-micro", folder)).isEqualTo(bert);
        assertThat(ModelSource.parse("bert-micro", folder)).isEqualTo(bert);
    }

    @Test
    void a_path_that_exists_comes_before_a_zoo_model_of_that_name() throws IOException {
        Path file = Files.createFile(folder.resolve("bert-micro"));
        assertThat(ModelSource.parse("bert-micro", folder)).isEqualTo(new ModelSource.OnnxFile(file));
    }

    @Test
    void an_unknown_model_names_the_nearest() {
        assertThatThrownBy(() -> ModelSource.parse("bert-mikro", folder))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_NOT_FOUND))
                .hasMessageContaining("did you mean 'bert-micro'");
        assertThatThrownBy(() -> ModelSource.parse("zoo:resnet-19", folder)).hasMessageContaining("resnet-18");
    }

    @Test
    void a_file_on_the_hub_has_repository_revision_and_path() {
        assertThat(HubReference.parse("hf:org/repo")).isEqualTo(new HubReference("org/repo", "main", Optional.empty()));
        assertThat(HubReference.parse("hf:org/repo.v2/onnx/model_fp16.onnx"))
                .isEqualTo(new HubReference("org/repo.v2", "main", Optional.of("onnx/model_fp16.onnx")));
        assertThat(HubReference.parse("hf:org/repo@v1/m.onnx"))
                .isEqualTo(new HubReference("org/repo", "v1", Optional.of("m.onnx")))
                .hasToString("hf:org/repo@v1/m.onnx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hf:", "hf:org", "hf:org/../../etc/passwd", "hf:org/repo//x", "hf:../..", "hf:a b/c"})
    void what_is_no_place_on_the_hub_is_refused(String text) {
        assertThatThrownBy(() -> ModelSource.parse(text, folder))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MODEL_NOT_FOUND));
    }

    @Test
    void a_folder_in_the_backend_test_layout_has_its_data_sets_in_order() throws IOException {
        Path testCase = Files.createDirectories(folder.resolve("test_relu"));
        try (OutputStream out = Files.newOutputStream(testCase.resolve("model.onnx"))) {
            Zoo.model("mobilenet-micro").orElseThrow().writeTo(out);
        }
        for (int n : new int[] {10, 2, 0}) {
            Files.createDirectories(testCase.resolve("test_data_set_" + n));
        }

        ResolvedModel model = resolver().resolve(testCase.toString(), folder);

        assertThat(model.info().name()).isEqualTo("test_relu");
        assertThat(model.dataSets())
                .extracting(data -> data.folder().getFileName().toString())
                .containsExactly("test_data_set_0", "test_data_set_2", "test_data_set_10");
    }

    @Test
    void a_folder_without_a_model_is_refused() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertThatThrownBy(() -> resolver().resolve(empty.toString(), folder)).hasMessageContaining("no model.onnx");
    }

    @Test
    void a_zoo_model_resolves_to_a_file_with_its_pipeline_and_published_parameters() {
        ResolvedModel model = resolver().resolve("resnet-micro", folder);

        assertThat(model.artifact().file()).isRegularFile();
        assertThat(model.artifact().sha256()).isEqualTo(model.info().sha256());
        assertThat(model.pipeline()).isPresent();
        assertThat(model.origin()).containsEntry("source", "zoo");
        assertThat(model.info().parameters())
                .isLessThan(model.inspection().weights().parameters());
    }

    private ModelResolver resolver() {
        return new ModelResolver(
                new CacheFolder(folder.resolve("cache")), HubSettings.of(Map.of("HF_HUB_OFFLINE", "1")));
    }
}
