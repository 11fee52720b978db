package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VocabularyFitTest {
    @TempDir
    Path folder;

    @Test
    void an_id_beyond_the_models_table_is_told_with_both_numbers() {
        ModelInspection model = OnnxModelFile.open(new ZooStore(new CacheFolder(folder))
                        .file(Zoo.model("bert-micro").orElseThrow()))
                .inspect();
        long rows = model.indexBounds().get("input_ids");
        assertThat(VocabularyFit.required(made(rows - 1), model)).isEqualTo(made(rows - 1));
        assertThatThrownBy(() -> VocabularyFit.required(made(rows), model))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.INPUT_MISMATCH))
                .hasMessageContaining("the id " + rows)
                .hasMessageContaining("'input_ids' looks up a table of %d rows".formatted(rows));
    }

    private static PreparedTensors made(long largest) {
        return PreparedTensors.ofPipeline(
                Map.of("input_ids", Tensor.longs(Shape.of(1, 3), 1, largest, 0)), List.of("input_ids"));
    }
}
