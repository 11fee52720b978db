package dev.bascule.models.pretrained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ModelSource;
import dev.bascule.models.zoo.Zoo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PretrainedModelsTest {
    @TempDir
    Path folder;

    @Test
    void each_has_a_name_of_its_own_and_is_pinned() {
        assertThat(PretrainedModels.ids()).doesNotHaveDuplicates();
        assertThat(Zoo.models()).extracting(model -> model.id()).doesNotContainAnyElementsOf(PretrainedModels.ids());
        assertThat(PretrainedModels.all()).allSatisfy(model -> {
            assertThat(model.sha256()).matches("[0-9a-f]{64}");
            assertThat(model.reference().version()).isPresent();
            assertThat(model.reference().file()).isPresent();
            assertThat(model.bytes()).isPositive();
            assertThat(model.licence()).isNotBlank();
        });
    }

    @Test
    void one_is_named_with_or_without_its_scheme_and_a_wrong_name_with_the_nearest() {
        PretrainedModel silero = PretrainedModels.find("silero-vad-6").orElseThrow();
        assertThat(ModelSource.parse("real:silero-vad-6", folder)).isEqualTo(new ModelSource.FromPretrained(silero));
        assertThat(ModelSource.parse("silero-vad-6", folder)).isEqualTo(new ModelSource.FromPretrained(silero));
        assertThatThrownBy(() -> ModelSource.parse("real:silero-vad-7", folder))
                .hasMessageContaining("did you mean 'silero-vad-6'");
    }

    /** A run fetches nothing by itself. */
    @Test
    void one_that_is_not_here_is_not_fetched_but_told_how_to() {
        assertThatThrownBy(() -> resolver().resolve("real:basic-pitch", folder))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.MODEL_NOT_FOUND);
                    assertThat(e.failure().remedies()).contains("bascule models fetch basic-pitch");
                });
    }

    @Test
    void another_file_than_the_one_that_is_pinned_is_refused() throws IOException {
        Path version = folder.resolve("cache/packages/pypi/basic-pitch/0.4.0");
        Path file = version.resolve("files/basic_pitch/saved_models/icassp_2022/nmp.onnx");
        Files.createDirectories(file.getParent());
        Files.writeString(version.resolve("sha256"), "0".repeat(64));
        try (var out = Files.newOutputStream(file)) {
            Zoo.model("bert-micro").orElseThrow().writeTo(out);
        }
        assertThatThrownBy(() -> resolver().resolve("basic-pitch", folder))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.HASH_MISMATCH));
    }

    private ModelResolver resolver() {
        return new ModelResolver(new CacheFolder(folder.resolve("cache")), HubSettings.of(Map.of()));
    }
}
